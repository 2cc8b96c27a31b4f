//! What came, as a [`Screen`].

use retap_cache::screen::{App, Geometry, Picture, Quality, Rung, Screen, Source, UiTree, Window};

use super::attempt::Good;
use super::facts::Facts;
use super::quality::is_dialog;
use crate::geometry::Display;

/// The screen of a dump. How the read went is for the reader to fill in.
pub(crate) fn from_tree(good: Good, quality: Quality, display: Display) -> Screen {
    let Good {
        dump, facts, bytes, ..
    } = good;
    let geometry = display.turned(dump.tree.rotation());
    // The keyboard may have shrunk the root, and permits no more than a dialog does.
    let dialog = quality != Quality::Keyboard && is_dialog(&dump.tree, &geometry);
    let quality = if dialog { Quality::OtherWindow } else { quality };
    screen(dump.tree, &facts, quality, geometry, bytes)
}

/// The screen of which there is only a picture.
pub(crate) fn from_picture(picture: Picture, facts: &Facts, turns: Option<u8>, display: Display) -> Screen {
    // A picture shows the display as it is turned; where nothing else says so, its shape does.
    let upright = (display.width <= display.height) == (picture.width <= picture.height);
    let turns = turns.unwrap_or(u8::from(!upright));
    let geometry = display.turned(turns);
    let mut screen = screen(
        UiTree::default(),
        facts,
        Quality::Picture,
        geometry,
        picture.png.len(),
    );
    screen.source.rung = Rung::Picture;
    screen.picture = Some(picture);
    screen
}

fn screen(tree: UiTree, facts: &Facts, quality: Quality, geometry: Geometry, bytes: usize) -> Screen {
    let package = tree
        .roots()
        .next()
        .map(|r| r.package().to_owned())
        .unwrap_or_default();
    let app = facts.focus.app_in_front().map_or_else(App::default, |c| App {
        package: c.package,
        activity: Some(c.activity),
    });
    Screen {
        geometry,
        app,
        covers: facts.covers(&package),
        window: Window {
            package,
            title: facts.focus.window.clone().unwrap_or_default(),
        },
        quality,
        picture: None,
        tree,
        source: Source {
            rung: Rung::Plain,
            settled: false,
            changing: false,
            attempts: Vec::new(),
            took: std::time::Duration::ZERO,
            bytes,
        },
    }
}
