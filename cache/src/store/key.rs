//! Under what something is remembered. Nothing fuzzy is in a key: no screen, no label, no value.

use serde::{Deserialize, Serialize};

use crate::text::normal;

/// What kind of thing is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The actions of a whole step.
    Plan,
    /// One element.
    Locate,
}

impl Kind {
    /// Its word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Plan => "plan",
            Kind::Locate => "locate",
        }
    }
}

/// The key of an entry. All of it is stored inside the file and compared; its digest names the folder.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// Plan or locate.
    pub kind: Kind,
    /// The app under test, fixed for the whole test; never the top window's package.
    pub app: String,
    /// The prompt in normal form, with `{{name}}` where a parameter stands.
    pub prompt: String,
    /// Digests of the prompt's reference images.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<String>,
    /// Further instructions that the prompt was given with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Names of the parameters, sorted; never their values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub params: Vec<String>,
    /// Who acts (`cache.vary`), where that changes what the app shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The coarse place: activity class, or route on the web.
    pub place: String,
    /// The test that alone may use it; none in shared scope.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
}

impl Key {
    /// A key in shared scope.
    ///
    /// `None` if app or place is not known: an unknown activity (the focus is `null` in a transition) is asked
    /// again, never put in a key.
    pub fn new(
        kind: Kind,
        app: &str,
        prompt: &str,
        mut params: Vec<String>,
        place: Option<&str>,
    ) -> Option<Key> {
        let place = place.filter(|p| !p.is_empty())?.to_owned();
        if app.is_empty() {
            return None;
        }
        params.sort();
        let (app, prompt) = (app.to_owned(), normal(prompt));
        Some(Key {
            kind,
            app,
            prompt,
            images: Vec::new(),
            context: None,
            params,
            role: None,
            place,
            test: None,
        })
    }

    /// 16 hex digits over all of it: blake3 with its own domain, each part with its length.
    pub fn digest(&self) -> String {
        let mut h = blake3::Hasher::new_derive_key("retap 2026 cache key 1");
        let mut part = |s: &str| {
            h.update(&(s.len() as u64).to_le_bytes());
            h.update(s.as_bytes());
        };
        part(self.kind.word());
        for s in [&self.app, &self.prompt, &self.place] {
            part(s);
        }
        for option in [&self.context, &self.role, &self.test] {
            part(if option.is_some() { "1" } else { "0" });
            part(option.as_deref().unwrap_or(""));
        }
        for list in [&self.images, &self.params] {
            part(&list.len().to_string());
            list.iter().for_each(|s| part(s));
        }
        h.finalize().to_hex()[..16].to_owned()
    }
}
