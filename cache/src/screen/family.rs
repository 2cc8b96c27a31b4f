//! Class families: what a class is for, so that a `MaterialButton` may stand for a `Button`.

use serde::{Deserialize, Serialize};

/// What a widget class is for. A change of family is a contradiction, a change of class inside it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Push buttons, with or without a picture.
    Button,
    /// Editable text.
    Field,
    /// Check boxes, switches, radio and toggle buttons.
    Toggle,
    /// Static text.
    Text,
    /// Pictures.
    Image,
    /// Containers that repeat: lists and grids.
    List,
    /// Plain scrolling containers and pagers.
    Scroll,
    /// Embedded web content.
    Web,
    /// Everything else: layouts, plain views, Compose nodes.
    View,
}

impl Family {
    /// The family of a class name; only the part behind the last dot counts.
    pub fn of(class: &str) -> Family {
        let name = class.rsplit(['.', '$']).next().unwrap_or(class);
        let has = |s: &str| name.contains(s);
        if has("EditText") || has("AutoComplete") || has("TextInputEdit") || has("SearchAuto") {
            Family::Field
        } else if has("CheckBox")
            || has("CheckedText")
            || has("Switch")
            || has("RadioButton")
            || has("ToggleB")
        {
            Family::Toggle
        } else if has("Button") || name == "Chip" {
            Family::Button
        } else if has("RecyclerView") || has("ListView") || has("GridView") {
            Family::List
        } else if has("ScrollView") || has("ViewPager") {
            Family::Scroll
        } else if has("WebView") {
            Family::Web
        } else if has("TextView") {
            Family::Text
        } else if has("Image") {
            Family::Image
        } else {
            Family::View
        }
    }

    /// The word used for it in outlines and messages.
    pub const fn word(self) -> &'static str {
        match self {
            Family::Button => "button",
            Family::Field => "field",
            Family::Toggle => "toggle",
            Family::Text => "text",
            Family::Image => "image",
            Family::List => "list",
            Family::Scroll => "scroll",
            Family::Web => "web",
            Family::View => "view",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Family;

    #[test]
    fn families_span_widget_libraries() {
        let table = [
            ("android.widget.Button", Family::Button),
            (
                "com.google.android.material.button.MaterialButton",
                Family::Button,
            ),
            ("android.widget.ImageButton", Family::Button),
            ("android.widget.RadioButton", Family::Toggle),
            ("android.widget.Switch", Family::Toggle),
            ("android.widget.EditText", Family::Field),
            ("androidx.recyclerview.widget.RecyclerView", Family::List),
            ("android.widget.ScrollView", Family::Scroll),
            ("android.widget.TextView", Family::Text),
            ("android.view.View", Family::View),
            ("", Family::View),
        ];
        for (class, want) in table {
            assert_eq!(Family::of(class), want, "{class}");
        }
    }
}
