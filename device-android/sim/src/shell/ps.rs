//! `ps` and `pidof`: the processes that clients look for.

use super::run::Call;
use crate::device::Device;
use crate::spec::AppId;

/// The parent of every app.
const ZYGOTE: u32 = 350;

/// A process.
struct Row {
    user: String,
    pid: u32,
    parent: u32,
    args: String,
}

/// `ps [-A] [-o PID,ARGS,…]`: with `-o` those columns of PID, PPID, USER, NAME, ARGS, CMD.
///
/// The last column of the plain form has whole command lines, which a real one cuts to the program's name.
pub(crate) fn ps(call: &Call<'_>) -> u8 {
    let mut columns: Vec<String> = Vec::new();
    let mut words = call.args.iter();
    while let Some(word) = words.next() {
        let named = match word.strip_prefix("-o") {
            Some("") => words.next().copied().unwrap_or_default(),
            Some(named) => named,
            None => continue,
        };
        columns.extend(named.split(',').map(str::to_uppercase));
    }
    let rows = rows(call.device);
    if columns.is_empty() {
        call.io
            .out
            .line("USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME");
        for Row {
            user,
            pid,
            parent,
            args,
        } in rows
        {
            call.io.out.line(&format!(
                "{user:<12} {pid:>5} {parent:>5} 1388012  98304 0                   0 S {args}"
            ));
        }
        return 0;
    }
    let line = |cell: &dyn Fn(&str) -> String| {
        let cells: Vec<String> = columns.iter().map(|c| cell(c)).collect();
        call.io.out.line(cells.join(" ").trim_end());
    };
    line(&|column| match column {
        "PID" | "PPID" => format!("{column:>5}"),
        "USER" => format!("{column:<12}"),
        other => other.to_owned(),
    });
    for row in rows {
        line(&|column| match column {
            "PID" => format!("{:>5}", row.pid),
            "PPID" => format!("{:>5}", row.parent),
            "USER" => format!("{:<12}", row.user),
            "NAME" => row.args.split(' ').next().unwrap_or_default().to_owned(),
            _ => row.args.clone(),
        });
    }
    0
}

/// The first process, the apps that run, and who reads the screen.
fn rows(device: &Device) -> Vec<Row> {
    let row = |user: &str, pid, parent, args: &str| Row {
        user: user.to_owned(),
        pid,
        parent,
        args: args.to_owned(),
    };
    let mut rows = vec![
        row("root", 1, 0, "init"),
        row("root", ZYGOTE, 1, "zygote64"),
        row("system", 600, ZYGOTE, "system_server"),
    ];
    device.look(|p| {
        for (i, app) in device.spec.apps.iter().enumerate() {
            if let Some(pid) = p.pid(AppId(i)) {
                rows.push(row(&format!("u0_a{}", 100 + i), pid, ZYGOTE, &app.package));
            }
        }
    });
    let readers = device.slot.processes().into_iter();
    rows.extend(readers.map(|reader| row("shell", reader.pid, 1, &reader.args)));
    rows
}

/// `pidof PKG`: the process id, or exit 1.
pub(crate) fn pidof(call: &Call<'_>) -> u8 {
    let app = call.args.first().and_then(|p| call.device.spec.find_app(p));
    match app.and_then(|a| call.device.look(|p| p.pid(a))) {
        Some(pid) => {
            call.io.out.line(&pid.to_string());
            0
        }
        None => 1,
    }
}
