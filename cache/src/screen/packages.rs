//! Packages that belong to the system: what they show is never the app under test.

/// Draws status bar, notifications and the system's own dialogs.
pub const SYSTEM_UI: [&str; 2] = ["android", "com.android.systemui"];

/// Asks for permissions, in the name of the app that wants them.
pub const PERMISSION_DIALOGS: [&str; 4] = [
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
    "com.android.packageinstaller",
    "com.google.android.packageinstaller",
];
