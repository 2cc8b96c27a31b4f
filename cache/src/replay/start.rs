//! The start gate and the choice among variants.

use super::{Reason, Refusal, seek};
use crate::device::Action;
use crate::feature::{Feature, Found, Pixels, picture_decides};
use crate::plan::{Params, Plan, Recorded};
use crate::screen::{Survey, UiTree, recognise};
use crate::store::{Content, Stored};

/// What a variant is held against.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// The screen as it is now.
    pub tree: &'a UiTree,
    /// What could tell it from others.
    pub survey: &'a Survey,
    /// The device's locale, or empty.
    pub locale: &'a str,
    /// The running test.
    pub test: &'a str,
    /// The parameters of the step.
    pub params: &'a Params,
    /// A picture of the screen, if one was taken with the tree.
    pub pixels: Option<&'a Pixels>,
}

/// A variant that was chosen, and whether its words count on this screen.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'a, T> {
    /// Which.
    pub stored: &'a Stored,
    /// True if the device shows the language of the recording.
    pub same_locale: bool,
    /// What it holds.
    pub content: T,
}

/// The variants that apply here: valid, for these values and this test, and begun on this very screen.
pub fn applying<'a>(variants: &'a [Stored], now: &Situation<'_>) -> Result<Vec<(&'a Stored, bool)>, Refusal> {
    if variants.is_empty() {
        return Err(Reason::NoEntry.because("nothing is recorded for this step"));
    }
    let ratio = |(held, of): (usize, usize)| if of == 0 { 0.0 } else { held as f64 / of as f64 };
    let mut known: Vec<(&Stored, bool, f64)> = Vec::new();
    for s in variants {
        let same_locale = s.variant.locale == now.locale;
        if let Some(fit) = recognise(&s.variant.landmarks, now.survey, same_locale) {
            known.push((s, same_locale, ratio(fit)));
        }
    }
    // The screen that fits best is the one, whether or not its recording may be used: others of the entry that
    // fit worse are other screens.
    let best = known.iter().map(|k| k.2).fold(0.0, f64::max);
    known.retain(|k| k.2 >= best);
    let mut refused: Vec<Reason> = Vec::new();
    let mut outdated = "";
    let mut fits: Vec<(&Stored, bool)> = Vec::new();
    for (s, same_locale, _) in known {
        let v = &s.variant;
        let values = v
            .bound
            .iter()
            .all(|(name, digest)| now.params.digest(name).as_ref() == Some(digest));
        if v.only.iter().chain(&v.weak).any(|t| t != now.test) {
            refused.push(Reason::OtherTest);
        } else if !values {
            refused.push(Reason::OtherValue);
        } else if let Some(invalid) = &v.invalid {
            let by_policy = invalid.reason == Reason::Outdated.name();
            if by_policy {
                outdated = &invalid.detail;
            }
            refused.push(if by_policy {
                Reason::Outdated
            } else {
                Reason::Invalid
            });
        } else {
            fits.push((s, same_locale));
        }
    }
    if fits.is_empty() {
        let order = [
            Reason::Invalid,
            Reason::Outdated,
            Reason::OtherValue,
            Reason::OtherTest,
            Reason::WrongScreen,
        ];
        let reason = order
            .into_iter()
            .find(|r| refused.contains(r))
            .unwrap_or(Reason::WrongScreen);
        let detail = match reason {
            Reason::Invalid => "the recording for this screen failed before".to_owned(),
            Reason::Outdated => outdated.to_owned(),
            Reason::OtherValue => "it was recorded with another value".to_owned(),
            Reason::OtherTest => {
                "it serves its own test only: nothing tells its screen from others, or no check has proved it"
                    .to_owned()
            }
            _ => format!("none of {} recorded screens is this one", variants.len()),
        };
        return Err(reason.because(detail));
    }
    Ok(fits)
}

/// True if a picture of the screen could change what is chosen.
pub fn wants_picture(variants: &[Stored], now: &Situation<'_>) -> bool {
    let Ok(fits) = applying(variants, now) else {
        return false;
    };
    fits.into_iter().any(|(stored, same_locale)| {
        let target = match &stored.variant.content {
            Content::Locate(target) => Some(target),
            Content::Plan(plan) => plan.actions.first().and_then(Recorded::target),
        };
        let feature = target.and_then(|t| t.feature_for(now.params));
        feature.is_some_and(|f| picture_decides(&f, now.tree, same_locale))
    })
}

/// Finds the element of a locate entry. A variant that finds nothing abstains; two that find different
/// elements are a miss.
pub fn locate<'a, 't>(
    variants: &'a [Stored],
    now: &Situation<'t>,
) -> Result<Choice<'a, Found<'t>>, (Refusal, Option<&'a Stored>)> {
    let mut chosen: Option<Choice<'a, Found<'t>>> = None;
    let mut missed: Option<(Refusal, Option<&'a Stored>)> = None;
    for (stored, same_locale) in applying(variants, now).map_err(|r| (r, None))? {
        let Content::Locate(target) = &stored.variant.content else {
            continue;
        };
        let Some(feature) = target.feature_for(now.params) else {
            missed = Some((
                Reason::NoValue.because("a value for the element's words is missing"),
                None,
            ));
            continue;
        };
        match seek(&feature, now.tree, same_locale, now.pixels) {
            Ok(found) => match &chosen {
                Some(c) if c.content.node != found.node => {
                    return Err((
                        Reason::Ambiguous.because("two recordings name different elements"),
                        None,
                    ));
                }
                _ => {
                    chosen = Some(Choice {
                        stored,
                        same_locale,
                        content: found,
                    })
                }
            },
            // In another language not being found proves nothing against the recording.
            Err(refusal) => {
                let blamed = same_locale && blames(&feature, &refusal);
                missed = Some((refusal, Some(stored).filter(|_| blamed)));
            }
        }
    }
    chosen.ok_or(missed.unwrap_or((Reason::NoEntry.because("nothing usable is recorded"), None)))
}

/// Chooses the plan to replay. Plans whose first target isn't there abstain; two that begin with different
/// elements, or do different things, are a miss.
pub fn plan<'a>(
    variants: &'a [Stored],
    now: &Situation<'_>,
) -> Result<Choice<'a, &'a Plan>, (Refusal, Option<&'a Stored>)> {
    let mut chosen: Option<(Choice<'a, &'a Plan>, Option<usize>)> = None;
    let mut missed: Option<(Refusal, Option<&'a Stored>)> = None;
    for (stored, same_locale) in applying(variants, now).map_err(|r| (r, None))? {
        let Content::Plan(plan) = &stored.variant.content else {
            continue;
        };
        if !stored.variant.evidence.can_prove(same_locale) {
            missed = Some((
                Reason::CannotTell.because("nothing in it could prove its effect in this language"),
                None,
            ));
            continue;
        }
        let first = match plan.actions.first().and_then(|a| a.target()) {
            None => None,
            Some(t) => match t
                .feature_for(now.params)
                .ok_or_else(|| Reason::NoValue.because("a value for the element's words is missing"))
                .and_then(|f| seek(&f, now.tree, same_locale, now.pixels))
            {
                Ok(found) => Some(found.node.id().position()),
                Err(miss) => {
                    let blamed = same_locale && blames(&t.feature, &miss);
                    missed = Some((miss, Some(stored).filter(|_| blamed)));
                    continue;
                }
            },
        };
        match &chosen {
            Some((c, f)) if *f != first || !same_but_first_target(c.content, plan) => {
                return Err((
                    Reason::Ambiguous.because("two recorded plans differ on this screen"),
                    None,
                ));
            }
            _ => {
                chosen = Some((
                    Choice {
                        stored,
                        same_locale,
                        content: plan,
                    },
                    first,
                ))
            }
        }
    }
    chosen
        .map(|(c, _)| c)
        .ok_or(missed.unwrap_or((Reason::NoEntry.because("nothing usable is recorded"), None)))
}

/// True if both plans do the same. How their first element is described may differ: it was found, and is one.
fn same_but_first_target(a: &Plan, b: &Plan) -> bool {
    let deed = |r: &Recorded| match &r.action {
        Action::Tap { .. } => Action::Tap { target: () },
        Action::Type { target, text, mode } => Action::Type {
            target: target.as_ref().map(drop),
            text: text.clone(),
            mode: *mode,
        },
        Action::Press { key } => Action::Press { key: *key },
        Action::Launch { package, activity } => Action::Launch {
            package: package.clone(),
            activity: activity.clone(),
        },
        Action::Stop { package } => Action::Stop {
            package: package.clone(),
        },
        Action::Swipe { from, to } => Action::Swipe { from: *from, to: *to },
    };
    let rest = |p: &Plan| p.actions.iter().skip(1).map(unpictured).collect::<Vec<_>>();
    a.actions.first().map(deed) == b.actions.first().map(deed) && rest(a) == rest(b)
}

/// The action without what its element looked like: that is never quite the same on two displays.
fn unpictured(action: &Recorded) -> Recorded {
    let mut action = action.clone();
    if let Some(target) = action.target_mut() {
        target.feature.picture = None;
    }
    action
}

/// True if a miss speaks against the recording. That nothing bears today's value of a parameter does not.
fn blames(feature: &Feature, refusal: &Refusal) -> bool {
    !(feature.by_value && refusal.reason == Reason::NotFound)
}
