//! The table: what is broken, and what becomes of the read.

use std::time::Duration;

use retap_cache::device::Fault;
use retap_cache::screen::Quality;
use retap_sim::{DumpFault, FaultKind, SimPhone};

pub(crate) const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// What a read comes to.
pub(crate) enum Come {
    Tree(Quality),
    Error(&'static str, Fault),
}
use Come::{Error, Tree};

pub(crate) type Disturb = fn(&SimPhone) -> Pending<'_>;
pub(crate) type Pending<'p> = std::pin::Pin<Box<dyn Future<Output = ()> + Send + 'p>>;

pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) fault: Option<DumpFault>,
    /// What happens once the dump runs.
    pub(crate) disturb: Option<Disturb>,
    pub(crate) deadline: Duration,
    pub(crate) come: Come,
    /// How each attempt ended, in order.
    pub(crate) attempts: &'static str,
}

fn row(name: &'static str, kind: FaultKind, come: Come, attempts: &'static str) -> Row {
    Row {
        name,
        fault: Some(DumpFault::new(kind)),
        disturb: None,
        deadline: ms(1500),
        come,
        attempts,
    }
}

impl Row {
    fn times(mut self, times: u32) -> Self {
        self.fault = self.fault.map(|f| f.times(times));
        self
    }

    fn plain_only(mut self) -> Self {
        self.fault = self.fault.map(DumpFault::plain_only);
        self
    }

    fn within(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    fn once_it_runs(mut self, disturb: Disturb) -> Self {
        self.disturb = Some(disturb);
        self
    }
}

/// The table.
pub(crate) fn rows() -> Vec<Row> {
    use FaultKind::*;
    let read = |kind| Error(kind, Fault::Read);
    let gone = |kind| Error(kind, Fault::Environment);
    let (whole, short) = (|| Tree(Quality::Complete), || Tree(Quality::Compressed));
    let never = |wait| NeverIdle { wait };
    let hangs = "plain first-byte-timeout, compressed first-byte-timeout";
    // As slow to these budgets as 200 ms a byte are to those of everyday use.
    let slow = Trickle { pause: ms(50) };
    vec![
        row("hang", Hang, read("first-byte-timeout"), hangs),
        row(
            "hang, no time",
            Hang,
            read("first-byte-timeout"),
            "plain first-byte-timeout",
        )
        .within(ms(200)),
        row("hang once", Hang, short(), "plain first-byte-timeout, compressed").times(1),
        row("trickle", slow, read("total-timeout"), "plain total-timeout"),
        row("half", Half, read("stalled"), "plain stalled, plain stalled"),
        row("half once", Half, whole(), "plain stalled, plain").times(1),
        row("cut", Cut, read("truncated"), "plain truncated, plain truncated"),
        row("cut once", Cut, whole(), "plain truncated, plain").times(1),
        row("never idle", never(ms(10_000)), read("first-byte-timeout"), hangs),
        row(
            "never idle, said",
            never(ms(50)),
            read("not-idle"),
            "plain not-idle, compressed not-idle",
        ),
        row(
            "plain never idle",
            never(ms(10_000)),
            short(),
            "plain first-byte-timeout, compressed",
        )
        .plain_only(),
        row(
            "plain never idle, said",
            never(ms(50)),
            short(),
            "plain not-idle, compressed",
        )
        .plain_only(),
        row(
            "null root",
            NullRoot,
            read("null-root"),
            "plain null-root, plain null-root, plain null-root",
        ),
        row("null root once", NullRoot, whole(), "plain null-root, plain").times(1),
        row(
            "killed",
            Killed,
            read("killed"),
            "plain killed, plain killed, compressed killed",
        ),
        row(
            "killed twice",
            Killed,
            short(),
            "plain killed, plain killed, compressed",
        )
        .times(2),
        row(
            "silent",
            Silent,
            read("silent"),
            "plain silent, plain silent, compressed silent",
        ),
        row("silent once", Silent, whole(), "plain silent, plain").times(1),
        row("noise", Noise, whole(), "plain"),
        row(
            "already registered",
            AlreadyRegistered,
            read("already-registered"),
            "plain already-registered",
        ),
        row(
            "wrong window",
            WrongWindow,
            read("wrong-window"),
            "plain wrong-window, plain wrong-window, plain wrong-window",
        ),
        row(
            "wrong window once",
            WrongWindow,
            whole(),
            "plain wrong-window, plain",
        )
        .times(1),
        row("10 MB", Big { megabytes: 10 }, whole(), "plain").within(ms(30_000)),
        row("no tty", NoTty, whole(), "plain no-tty, plain"),
        row("device restarted", Hang, whole(), "plain offline, plain")
            .times(1)
            .once_it_runs(|sim| Box::pin(async { sim.restart(ms(150)) })),
        row("device restarted, slowly", Hang, gone("offline"), "")
            .once_it_runs(|sim| Box::pin(async { sim.restart(ms(60_000)) })),
        row("device unplugged", Hang, gone("device-not-found"), "")
            .once_it_runs(|sim| Box::pin(async { sim.unplug() })),
        row("server gone", Hang, gone("server-unreachable"), "")
            .once_it_runs(|sim| Box::pin(sim.stop_server())),
        row(
            "server gone and back",
            Hang,
            whole(),
            "plain server-unreachable, plain",
        )
        .times(1)
        .once_it_runs(|sim| {
            Box::pin(async {
                sim.stop_server().await;
                tokio::time::sleep(ms(150)).await;
                sim.start_server().await.unwrap();
            })
        }),
    ]
}
