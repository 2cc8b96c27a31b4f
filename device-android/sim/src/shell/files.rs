//! Commands on files: `cat`, `ls`, `mkdir`, `rm`, `stat`. Their words are toybox's.

use super::run::Call;
use crate::files::{FileError, Stat, name};

/// Flags and names of a command line, apart.
fn split<'c>(call: &Call<'c>) -> (String, Vec<&'c str>) {
    let (flags, paths): (Vec<&str>, Vec<&str>) = call
        .args
        .iter()
        .copied()
        .partition(|a| a.starts_with('-') && a.len() > 1);
    (flags.concat(), paths)
}

/// Says why a command can't have a file; the exit code.
fn complain(call: &Call<'_>, command: &str, path: &str, why: FileError) -> u8 {
    call.io.err.line(&format!("{command}: {path}: {}", why.text()));
    1
}

/// Each path in turn; 1 if one of them failed.
fn each(paths: &[&str], mut one: impl FnMut(&str) -> u8) -> u8 {
    paths.iter().map(|path| one(path)).max().unwrap_or(0)
}

/// `cat [FILE…]`; without a name what comes from the command before.
pub(crate) fn cat(call: &Call<'_>) -> u8 {
    let (_, paths) = split(call);
    if paths.is_empty() {
        call.io.out.bytes(call.io.input.clone());
        return 0;
    }
    each(&paths, |path| match call.device.files.read(path) {
        Ok(bytes) => {
            call.io.out.bytes(bytes.to_vec());
            0
        }
        Err(why) => complain(call, "cat", path, why),
    })
}

/// `ls [-l] [-a] [-d] [PATH…]`, one name a line.
pub(crate) fn ls(call: &Call<'_>) -> u8 {
    let (flags, mut paths) = split(call);
    if paths.is_empty() {
        paths.push("/");
    }
    let line = |name: &str, stat: &Stat| {
        if flags.contains('l') {
            call.io.out.line(&long(name, stat));
        } else {
            call.io.out.line(name);
        }
    };
    let files = &call.device.files;
    each(&paths, |path| {
        let stat = match files.stat(path) {
            Ok(stat) => stat,
            Err(why) => return complain(call, "ls", path, why),
        };
        if !stat.is_folder() || flags.contains('d') {
            line(path, &stat);
            return 0;
        }
        for (name, stat) in files.list(path).unwrap_or_default() {
            if flags.contains('a') || !name.starts_with('.') {
                line(&name, &stat);
            }
        }
        0
    })
}

/// A line of `ls -l`.
fn long(name: &str, stat: &Stat) -> String {
    let (day, minute) = date(stat.mtime);
    format!(
        "{} 1 shell shell {:>8} {day} {minute} {name}",
        permissions(stat),
        stat.size
    )
}

fn permissions(stat: &Stat) -> String {
    let letters = "rwxrwxrwx".chars().enumerate();
    let bit = |(i, c): (usize, char)| if stat.mode & (0o400 >> i) != 0 { c } else { '-' };
    let kind = if stat.is_folder() { 'd' } else { '-' };
    std::iter::once(kind).chain(letters.map(bit)).collect()
}

/// Day and minute of a time, in UTC (the civil calendar from a day count, after Howard Hinnant).
fn date(seconds: u32) -> (String, String) {
    let days = i64::from(seconds / 86_400) + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let minutes = seconds / 60 % (24 * 60);
    (
        format!("{:04}-{month:02}-{day:02}", year + era * 400 + carry),
        format!("{:02}:{:02}", minutes / 60, minutes % 60),
    )
}

/// `mkdir [-p] PATH…`
pub(crate) fn mkdir(call: &Call<'_>) -> u8 {
    let (flags, paths) = split(call);
    let (parents, now) = (flags.contains('p'), call.device.seconds());
    each(&paths, |path| {
        match call.device.files.make_folder(path, parents, now) {
            Ok(()) => 0,
            Err(why) => complain(call, "mkdir", &format!("'{path}'"), why),
        }
    })
}

/// `rm [-f] [-r] PATH…`
pub(crate) fn rm(call: &Call<'_>) -> u8 {
    let (flags, paths) = split(call);
    let (force, folders) = (flags.contains('f'), flags.contains(['r', 'R']));
    each(&paths, |path| match call.device.files.remove(path, folders) {
        Ok(()) => 0,
        Err(FileError::Missing) if force => 0,
        Err(why) => complain(call, "rm", path, why),
    })
}

/// `stat [-c FORMAT] PATH…` with `%n %s %a %Y %F`.
pub(crate) fn stat(call: &Call<'_>) -> u8 {
    let (format, paths) = match call.args {
        ["-c", format, paths @ ..] => (*format, paths),
        paths => ("  File: %n\n  Size: %s\t%F\nAccess: (%a)\nModify: %Y", paths),
    };
    each(paths, |path| match call.device.files.stat(path) {
        Ok(stat) => {
            let kind = if stat.is_folder() {
                "directory"
            } else {
                "regular file"
            };
            let text = format
                .replace("%n", path)
                .replace("%s", &stat.size.to_string())
                .replace("%a", &format!("{:o}", stat.mode & 0o7777))
                .replace("%Y", &stat.mtime.to_string())
                .replace("%F", kind);
            call.io.out.line(&text);
            0
        }
        Err(why) => complain(call, "stat", &format!("'{}'", name(path)), why),
    })
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn seconds_become_dates() {
        for (seconds, day, minute) in [
            (0, "1970-01-01", "00:00"),
            (951_782_400, "2000-02-29", "00:00"),
            (1_700_000_000, "2023-11-14", "22:13"),
            (4_102_444_799, "2099-12-31", "23:59"),
        ] {
            assert_eq!(date(seconds), (day.to_owned(), minute.to_owned()));
        }
    }
}
