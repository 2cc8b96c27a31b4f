//! Pictures of a simulated phone: good ones, and those that its faults spoil.

use std::time::Duration;

use retap_android::read::Budgets;
use retap_cache::device::{Device, Want};
use retap_cache::screen::{Quality, Screen};
use retap_sim::{DumpFault, PictureFault};

use crate::phone::{Rig, node, soon};
use crate::stub::attempts;

async fn both(rig: &mut Rig) -> Screen {
    rig.device.observe(Want::Both, soon()).await.unwrap()
}

#[tokio::test]
async fn a_picture_has_the_size_of_the_display_in_its_rotation() {
    let mut rig = Rig::start().await;
    for (turns, size) in [(0, (1080, 2400)), (1, (2400, 1080))] {
        rig.sim.rotate(turns);
        let s = both(&mut rig).await;
        let p = s.picture.unwrap();
        assert_eq!((p.width, p.height, p.blank), (size.0, size.1, false));
        assert_eq!((s.geometry.width as u32, s.geometry.height as u32), size);
    }
}

#[tokio::test]
async fn d07_a_protected_window_gives_its_tree_and_a_blank_picture() {
    let mut rig = Rig::start().await;
    rig.sim.show("secret").unwrap();
    let s = both(&mut rig).await;
    assert_eq!(
        (s.quality, node(&s, "transfer").text()),
        (Quality::Complete, "Transfer")
    );
    assert!(s.picture.unwrap().blank);
}

#[tokio::test]
async fn d06_extras_change_nothing_and_damage_is_told() {
    let mut rig = Rig::start().await;
    let good = both(&mut rig).await.picture.unwrap();
    for fault in [PictureFault::Warning, PictureFault::Noise] {
        rig.sim.set_picture_fault(Some(fault));
        assert_eq!(both(&mut rig).await.picture.as_ref(), Some(&good));
    }
    let table = [
        (PictureFault::LineEnds, "picture-line-ends"),
        (PictureFault::Cut, "picture-truncated"),
        (PictureFault::Refused, "picture-refused"),
    ];
    for (fault, kind) in table {
        rig.sim.set_picture_fault(Some(fault));
        let s = both(&mut rig).await;
        // The tree is as good without it.
        assert_eq!((s.picture.is_none(), node(&s, "pay").text()), (true, "Pay"));
        assert_eq!(attempts(&s.source.attempts), format!("plain, picture {kind}"));
    }
}

#[tokio::test]
async fn a_screen_that_never_comes_to_rest_leaves_time_for_a_picture() {
    let (first_byte, total) = (Duration::from_millis(200), Duration::from_millis(400));
    let mut rig = Rig::with(Budgets {
        first_byte,
        total,
        ..Budgets::default()
    })
    .await;
    rig.launch("com.example.shop").await.unwrap();
    rig.sim.set_fault(Some(DumpFault::hang()));
    let want = Want::TreeOrPicture;
    let s = rig.device.observe(want, soon()).await.unwrap();
    assert_eq!(
        (s.quality, s.app.package.as_str()),
        (Quality::Picture, "com.example.shop")
    );
    assert_eq!(
        attempts(&s.source.attempts),
        "plain first-byte-timeout, compressed first-byte-timeout, picture"
    );
    assert!(s.source.changing && s.picture.is_some());
    // For a while the picture comes at once.
    let s = rig.device.observe(want, soon()).await.unwrap();
    assert_eq!(attempts(&s.source.attempts), "picture");
    rig.sim.idle().await;
}
