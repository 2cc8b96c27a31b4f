//! Class names: short ones as people write them, and what a class brings along.

use retap_cache::screen::{Family, Flags};
use retap_cache::text::nearest;

/// Packages and the classes that may be written without them.
const SHORT: [(&str, &str); 8] = [
    (
        "android.widget",
        "AutoCompleteTextView Button CalendarView CheckBox CheckedTextView Chronometer DatePicker EditText \
         ExpandableListView FrameLayout GridLayout GridView HorizontalScrollView ImageButton ImageView LinearLayout \
         ListView NumberPicker ProgressBar RadioButton RadioGroup RatingBar RelativeLayout ScrollView SearchView \
         SeekBar Space Spinner Switch TabHost TabWidget TableLayout TableRow TextClock TextView TimePicker \
         ToggleButton Toolbar VideoView ViewFlipper ViewSwitcher",
    ),
    ("android.view", "SurfaceView TextureView View ViewGroup"),
    ("android.webkit", "WebView"),
    ("androidx.recyclerview.widget", "RecyclerView"),
    ("androidx.viewpager.widget", "ViewPager"),
    ("androidx.viewpager2.widget", "ViewPager2"),
    ("androidx.core.widget", "NestedScrollView"),
    ("androidx.drawerlayout.widget", "DrawerLayout"),
];

/// A `LinearLayout` whose children stand side by side.
const ROW: &str = "Row";

/// Classes whose children stand side by side.
const HORIZONTAL: [&str; 6] = [
    "Row",
    "Toolbar",
    "TabWidget",
    "TableRow",
    "TabLayout",
    "BottomNavigationView",
];

/// A class as the device reports it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) full: String,
    pub(crate) horizontal: bool,
    /// What its nodes can do without being told.
    pub(crate) flags: Flags,
}

/// Reads a class name. The error is the advice.
pub(crate) fn class(written: &str) -> Result<Class, String> {
    let simple = written.rsplit('.').next().unwrap_or(written);
    let full = if written.contains('.') {
        written.to_owned()
    } else if written == ROW {
        "android.widget.LinearLayout".to_owned()
    } else {
        match SHORT
            .iter()
            .find(|(_, classes)| classes.split(' ').any(|c| c == written))
        {
            Some((package, _)) => format!("{package}.{written}"),
            None => return Err(advice(written)),
        }
    };
    Ok(Class {
        flags: flags(Family::of(&full)),
        horizontal: HORIZONTAL.contains(&simple),
        full,
    })
}

/// Everything is enabled; buttons, toggles and fields take taps and the focus; toggles take a check mark.
fn flags(family: Family) -> Flags {
    let touch = Flags::ENABLED.with(Flags::CLICKABLE).with(Flags::FOCUSABLE);
    match family {
        Family::Button | Family::Field => touch,
        Family::Toggle => touch.with(Flags::CHECKABLE),
        _ => Flags::ENABLED,
    }
}

fn advice(written: &str) -> String {
    let known = SHORT
        .iter()
        .flat_map(|(_, classes)| classes.split(' '))
        .chain([ROW]);
    match nearest(written, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write a class of your own with its package: com.example.PriceView".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_are_expanded() {
        for (written, full) in [
            ("Button", "android.widget.Button"),
            ("Toolbar", "android.widget.Toolbar"),
            ("View", "android.view.View"),
            ("ViewGroup", "android.view.ViewGroup"),
            ("WebView", "android.webkit.WebView"),
            ("RecyclerView", "androidx.recyclerview.widget.RecyclerView"),
            ("Row", "android.widget.LinearLayout"),
            ("com.example.PriceView", "com.example.PriceView"),
        ] {
            assert_eq!(class(written).unwrap().full, full);
        }
        assert!(class("Row").unwrap().horizontal && !class("LinearLayout").unwrap().horizontal);
        assert_eq!(class("TextVeiw"), Err("did you mean `TextView`?".to_owned()));
        assert!(class("Gizmo").unwrap_err().contains("with its package"));
    }

    #[test]
    fn controls_take_taps_and_toggles_a_check_mark() {
        let flags = |c: &str| class(c).unwrap().flags;
        for c in [
            "Button",
            "ImageButton",
            "EditText",
            "CheckBox",
            "Switch",
            "RadioButton",
            "a.b.MaterialButton",
        ] {
            assert!(
                flags(c).has(Flags::CLICKABLE.with(Flags::FOCUSABLE).with(Flags::ENABLED)),
                "{c}"
            );
        }
        for c in ["CheckBox", "Switch", "RadioButton"] {
            assert!(flags(c).has(Flags::CHECKABLE), "{c}");
        }
        assert_eq!(flags("TextView"), Flags::ENABLED);
        assert!(!flags("Button").has(Flags::CHECKABLE));
    }
}
