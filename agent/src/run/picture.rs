//! Pictures beside trees: taken only where one decides, and only if the script wants them at all.

use std::io::Cursor;
use std::sync::Arc;

use image::{ImageFormat, ImageReader, Limits};
use retap_cache::device::Want;
use retap_cache::feature::{
    Feature, NotKept, Pixels, find, find_in_picture, has_look, picture_decides, take_here, take_with_picture,
};
use retap_cache::replay::seek;
use retap_cache::screen::{Node, NodeId, Rung, Screen};
use retap_cache::text::has_words;

use super::Trouble;
use super::event::How;
use super::hands::{Deed, Sight};
use super::session::Session;

/// Memory for a decoded picture: 8,000 by 8,000 pixels.
const MEMORY: u64 = 256 << 20;

/// What a picture is wanted for where a node is acted on.
#[derive(Debug, Clone, Default)]
pub(super) enum Look {
    /// For nothing.
    #[default]
    Plain,
    /// What it looks like is learned.
    Learn,
    /// It was found by this feature with a picture, and the read that it is acted on must say the same.
    Told {
        feature: Arc<Feature>,
        same_locale: bool,
    },
}

impl Look {
    /// What is wanted for a node that was found by this feature. Where no picture could be had there is nothing to
    /// hold a later read against.
    pub(super) fn told(
        feature: &Feature,
        same_locale: bool,
        pixels: Option<&Pixels>,
        screen: &Screen,
    ) -> Look {
        if pixels.is_some() && picture_decides(feature, &screen.tree, same_locale) {
            Look::Told {
                feature: Arc::new(feature.clone()),
                same_locale,
            }
        } else {
            Look::Plain
        }
    }

    fn wants_picture(&self) -> bool {
        !matches!(self, Look::Plain)
    }
}

impl Sight {
    /// The same for a node whose picture matters.
    pub(super) fn looking(self, look: Look) -> Sight {
        Sight { look, ..self }
    }
}

impl Session<'_> {
    /// A new read with a picture, if one can be had in time. A picture without a tree is of no use here.
    pub(super) async fn look_with_picture(&mut self) -> Result<Arc<Screen>, Trouble> {
        let screen = self.look_for(Want::Both).await?;
        if screen.quality.permits_find() {
            Ok(screen)
        } else {
            self.look().await
        }
    }

    /// A new read, with a picture where one is wanted.
    pub(super) async fn look_as(&mut self, look: &Look) -> Result<Arc<Screen>, Trouble> {
        if look.wants_picture() {
            self.look_with_picture().await
        } else {
            self.look().await
        }
    }

    /// The picture of a read, ready for look-ups. `None` if there is none, or none that shows anything.
    pub(super) async fn pixels(&mut self, screen: &Arc<Screen>) -> Option<Arc<Pixels>> {
        if let Some((of, pixels)) = &self.eyes.pixels
            && Arc::ptr_eq(of, screen)
        {
            return pixels.clone();
        }
        let shown = screen.picture.as_ref().is_some_and(|p| !p.blank);
        let pixels = if shown {
            let screen = screen.clone();
            // Decoding takes tens of milliseconds: nothing else must wait for it.
            let decoded = tokio::task::spawn_blocking(move || decode(&screen)).await;
            decoded.ok().flatten().map(Arc::new)
        } else {
            None
        };
        self.eyes.pixels = Some((screen.clone(), pixels.clone()));
        pixels
    }

    /// The picture of a read for what is done to a node of it.
    pub(super) async fn pixels_for(&mut self, sight: &Sight) -> Option<Arc<Pixels>> {
        if sight.look.wants_picture() {
            self.pixels(&sight.screen.clone()).await
        } else {
            None
        }
    }

    /// True if the read holds the picture that is wanted, or none is.
    pub(super) fn has_picture_for(&self, sight: &Sight) -> bool {
        !sight.look.wants_picture() || tried(&sight.screen)
    }

    /// What is learned of a node that a model has named: its look as well, if that is asked for and may be kept.
    pub(super) fn learning(&self, sight: Sight, how: How, deed: &Deed) -> Sight {
        let learns = self.picture && how == How::Model && self.store.mode().writes() && *deed == Deed::Tap;
        let keeps = sight.node().is_some_and(|n| has_look(n) && !self.shows_typed(n));
        if learns && keeps {
            sight.looking(Look::Learn)
        } else {
            sight
        }
    }

    /// The feature of a node, with what it looks like where a picture was taken.
    pub(super) fn taken(&self, node: Node<'_>, pixels: Option<&Pixels>) -> Result<Feature, NotKept> {
        let plain = take_here(node);
        let control = plain.as_ref().map_or(node, |(control, _)| *control);
        match pixels.filter(|_| !self.shows_typed(control)) {
            Some(pixels) => take_with_picture(node, pixels),
            None => plain.map(|(_, feature)| feature),
        }
    }

    /// True if a node shows what was typed in this run.
    fn shows_typed(&self, node: Node<'_>) -> bool {
        let mut inside = std::iter::once(node).chain(node.descendants());
        inside.any(|n| {
            let says = |typed: &String| has_words(n.text(), typed) || has_words(n.desc(), typed);
            self.typed.iter().any(says)
        })
    }

    /// The element of an older read in a new one whose tree is another.
    pub(super) async fn found_again(
        &mut self,
        old: &Sight,
        now: &Arc<Screen>,
    ) -> Result<NodeId, &'static str> {
        const LOST: &str = "the element is not found again";
        if let Some(place) = &old.place {
            let found = find(place, &now.tree, true).map_err(|_| LOST)?;
            return Ok(found.node.id());
        }
        let pixels = if old.look.wants_picture() {
            self.pixels(now).await
        } else {
            None
        };
        if let Look::Told { feature, same_locale } = &old.look {
            let found = seek(feature, &now.tree, *same_locale, pixels.as_deref()).map_err(|_| LOST)?;
            return Ok(found.node.id());
        }
        let before = self.pixels_for(old).await;
        let node = old.node().ok_or("the element can't be named")?;
        let feature = self
            .taken(node, before.as_deref())
            .map_err(|_| "the element can't be told from others")?;
        let found = match &pixels {
            Some(pixels) => find_in_picture(&feature, &now.tree, true, pixels),
            None => find(&feature, &now.tree, true),
        };
        Ok(found.map_err(|_| LOST)?.node.id())
    }

    /// True if the look-up that gave an element gives it in the read that it is acted on, too.
    pub(super) fn still_told(&self, sight: &Sight, pixels: Option<&Pixels>) -> bool {
        match &sight.look {
            Look::Told { feature, same_locale } => seek(feature, &sight.screen.tree, *same_locale, pixels)
                .is_ok_and(|found| found.node.id() == sight.id),
            Look::Plain | Look::Learn => true,
        }
    }
}

/// True if the read has a picture, or tried to get one: then another try would cost as much again.
pub(super) fn tried(screen: &Screen) -> bool {
    screen.picture.is_some() || screen.source.attempts.iter().any(|a| a.rung == Rung::Picture)
}

fn decode(screen: &Screen) -> Option<Pixels> {
    let picture = screen.picture.as_ref()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(&picture.png), ImageFormat::Png);
    reader.limits(limits);
    let luma = reader.decode().ok()?.into_luma8();
    Pixels::new(
        luma.dimensions(),
        luma.into_raw(),
        &screen.geometry,
        &screen.covers,
    )
}
