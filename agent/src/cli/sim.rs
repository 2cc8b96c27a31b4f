//! `retap sim`: a simulated phone for the real adb and anything that speaks to it.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};

use super::Exit;
use super::args::SimArgs;
use super::connect::phone;
use super::failure::Failure;
use super::interrupt::interrupt;

pub(super) async fn sim(args: SimArgs) -> Result<Exit, Failure> {
    let phone = phone(&args.phone).await?;
    let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let adbd = phone.serve_adbd(wanted).await.map_err(|e| {
        Failure::environment(format!("can't listen on {wanted}: {e}")).hint("choose another --port")
    })?;
    let stop = interrupt().await;
    let mut out = anstream::stdout();
    let at = adbd.addr();
    let _ = writeln!(
        out,
        "{} is on. Connect with: adb connect {at}",
        args.phone.display()
    );
    let _ = writeln!(out, "Ctrl-C ends it.");
    let _ = out.flush();
    stop.await
        .map_err(|e| Failure::environment(format!("can't wait for Ctrl-C: {e}")))?;
    Ok(Exit::Passed)
}
