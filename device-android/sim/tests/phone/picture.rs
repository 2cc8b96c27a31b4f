//! Pictures over the wire, whole and damaged.

use retap_sim::{PictureFault, SimPhone};

use crate::support::{Client, exec, exec_bytes, phone, shell, tap, v2};

const FILE: &str = r##"
phone: { size: 400x800, density: 160 }
faults: { picture: warning }
apps: { com.ex: { start: home } }
state: { on: "false" }
screens:
  home:
    tree: |
      FrameLayout
        CheckBox "News" bind=on #news
        Button "Secret" #go
    on:
      - { tap: "#go", goto: secret }
  secret:
    secure: true
    tree: |
      FrameLayout
        TextView "1234"
"##;

async fn rig() -> SimPhone {
    let p = phone(FILE).await;
    p.set_picture_fault(None);
    p.show("home").unwrap();
    p
}

async fn png(p: &SimPhone) -> Vec<u8> {
    exec_bytes(p, "screencap -p").await
}

#[tokio::test]
async fn a_picture_is_a_png_or_raw_pixels_or_a_file() {
    let p = rig().await;
    let bytes = png(&p).await;
    let decoded = image::load_from_memory(&bytes).unwrap().to_rgba8();
    assert_eq!(decoded.dimensions(), (400, 800));
    // Equal states give equal bytes; clients ask for displays in odd ways.
    for command in [
        "screencap -p -d 0",
        "screencap '-p' '-d' 'null'",
        "screencap -d 4619827259835644672 -p",
    ] {
        assert_eq!(exec_bytes(&p, command).await, bytes, "{command}");
    }
    let raw = exec_bytes(&p, "screencap").await;
    assert_eq!(raw.len(), 16 + 400 * 800 * 4);
    assert_eq!(raw[16..], *decoded.as_raw());
    shell(
        &p,
        "screencap -p  /data/local/tmp/ms_1.png; screencap /sdcard/b.png; screencap /sdcard/raw",
    )
    .await;
    for (file, want) in [
        ("/data/local/tmp/ms_1.png", &bytes),
        ("/sdcard/b.png", &bytes),
        ("/sdcard/raw", &raw),
    ] {
        assert_eq!(p.file(file).as_ref(), Some(want), "{file}");
    }
    assert_eq!(exec_bytes(&p, "cat /sdcard/b.png").await, bytes);
    assert_eq!(
        exec_bytes(&p, "screencap -p > /sdcard/c; cat < /sdcard/c | cat").await,
        bytes
    );
    assert_eq!(shell(&p, "screencap /system/x.png").await.code, 1);

    tap(&p, "News").await;
    assert_ne!(png(&p).await, bytes);
    tap(&p, "News").await;
    assert_eq!(png(&p).await, bytes);
    p.rotate(1);
    let turned = image::load_from_memory(&png(&p).await).unwrap();
    assert_eq!((turned.width(), turned.height()), (800, 400));
    assert!(
        exec(&p, "dumpsys SurfaceFlinger --display-id")
            .await
            .starts_with("Display 4619827259835644672 ")
    );
}

#[tokio::test]
async fn a_secure_screen_is_black() {
    let p = rig().await;
    tap(&p, "Secret").await;
    let decoded = image::load_from_memory(&png(&p).await).unwrap().to_rgba8();
    assert_eq!(decoded.dimensions(), (400, 800));
    assert!(decoded.pixels().all(|p| p.0 == [0, 0, 0, 255]));
}

#[tokio::test]
async fn damage_is_that_of_real_devices() {
    let p = rig().await;
    let whole = png(&p).await;
    let with = async |fault| {
        p.set_picture_fault(Some(fault));
        png(&p).await
    };
    let warned = with(PictureFault::Warning).await;
    assert!(warned.starts_with(b"[Warning] Multiple displays were found") && warned.ends_with(&whole));
    let apart = shell_bytes(&p, "screencap -p").await;
    assert!(apart.1.starts_with("[Warning]") && apart.0 == whole);
    let noisy = with(PictureFault::Noise).await;
    let at = noisy.windows(8).position(|w| w == &whole[..8]).unwrap();
    assert!(at > 0 && noisy[at..].starts_with(&whole) && noisy.len() > at + whole.len());
    let ends = with(PictureFault::LineEnds).await;
    assert!(ends.starts_with(b"\x89PNG\r\r\n\x1a\r\n"));
    assert_eq!(with(PictureFault::Cut).await, whole[..whole.len() / 2]);
    let refused = with(PictureFault::Refused).await;
    assert_eq!(refused, b"Capturing failed.\n");
    p.set_picture_fault(Some(PictureFault::Hang));
    let client = Client::service(&p, "exec:screencap -p").await;
    assert_eq!(p.running(), 1);
    drop(client);
    p.idle().await;

    let p = phone(FILE).await;
    assert!(
        png(&p).await.starts_with(b"[Warning]"),
        "faults can be in the file"
    );
}

/// Output and errors, where the output is no text.
async fn shell_bytes(p: &SimPhone, command: &str) -> (Vec<u8>, String) {
    let saved = v2(p, &format!("shell,v2,raw:{command} > /sdcard/out")).await;
    (p.file("/sdcard/out").unwrap(), saved.err)
}
