//! `retap locate --batch`: jobs in, a line each; an answer out for every line, in order and at once.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;

use retap_cache::feature::{find, take_here};

use super::answer::{Answer, Verdict};
use super::job::Job;
use super::shelf::Shelf;
use crate::cli::Exit;
use crate::cli::failure::Failure;

/// The longest line that is read; two paths and some numbers fit many times.
const LONGEST: usize = 1 << 20;

pub(super) fn batch(jobs: &Path) -> Result<Exit, Failure> {
    let counts = if jobs == Path::new("-") {
        answer_all(&mut io::stdin().lock(), "standard input")
    } else {
        let name = jobs.display().to_string();
        let file = File::open(jobs).map_err(|e| {
            Failure::usage(format!("can't read the jobs of {name}: {e}"))
                .hint("give a file of JSON lines, or - for standard input")
        })?;
        answer_all(&mut BufReader::new(file), &name)
    }?;
    if counts.bad == 0 {
        return Ok(Exit::Passed);
    }
    let message = format!("{} of {} lines could not be answered", counts.bad, counts.all);
    Err(Failure::usage(message).hint("each of them has its reason in a line with the verdict error"))
}

#[derive(Default)]
struct Counts {
    all: usize,
    bad: usize,
}

fn answer_all(input: &mut impl BufRead, name: &str) -> Result<Counts, Failure> {
    let mut out = anstream::stdout().lock();
    let mut shelf = Shelf::default();
    let mut counts = Counts::default();
    let mut line = Vec::new();
    loop {
        let whole = match next_line(input, &mut line) {
            Ok(Some(whole)) => whole,
            Ok(None) => return Ok(counts),
            Err(e) => return Err(Failure::usage(format!("can't read the jobs of {name}: {e}"))),
        };
        counts.all += 1;
        let job = if whole {
            Job::read(&line)
        } else {
            Err(format!("longer than {LONGEST} bytes"))
        };
        let answer = job.and_then(|job| answer(&job, &mut shelf));
        let answer = answer.unwrap_or_else(|why| Answer::error(format!("line {}: {why}", counts.all)));
        counts.bad += usize::from(answer.verdict == Verdict::Error);
        match write(&mut out, &answer) {
            Ok(()) => {}
            // Nobody listens any more.
            Err(e) if e.kind() == ErrorKind::BrokenPipe => return Ok(counts),
            Err(e) => return Err(Failure::environment(format!("can't write the answers: {e}"))),
        }
    }
}

fn answer(job: &Job, shelf: &mut Shelf) -> Result<Answer, String> {
    let old = shelf.tree(&job.from).map_err(|e| e.to_string())?;
    let new = shelf.tree(&job.into).map_err(|e| e.to_string())?;
    let node = job
        .spot
        .node(&old)
        .map_err(|why| format!("{}: {why}", job.from.display()))?;
    Ok(match take_here(node) {
        Err(not) => Answer::from(&not),
        Ok((_, feature)) => match find(&feature, &new, job.same_locale) {
            Ok(found) => Answer::from(&found),
            Err(miss) => Answer::from(&miss.with_nearest(&feature, &new)),
        },
    })
}

fn write(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    out.write_all(&line)?;
    out.flush()
}

/// Reads up to the end of a line. `None` at the end of the input; false if the line is too long to be kept, in
/// which case the rest of it is passed over.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    input.by_ref().take(LONGEST as u64).read_until(b'\n', line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() < LONGEST || line.ends_with(b"\n") {
        return Ok(Some(true));
    }
    loop {
        let chunk = input.fill_buf()?;
        let (used, ended) = match chunk.iter().position(|b| *b == b'\n') {
            Some(i) => (i + 1, true),
            None => (chunk.len(), chunk.is_empty()),
        };
        input.consume(used);
        if ended {
            return Ok(Some(false));
        }
    }
}
