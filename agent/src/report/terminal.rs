//! What people see while a test runs, and the table at its end.

use std::collections::BTreeMap;
use std::io::Write;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets::UTF8_BORDERS_ONLY};
use owo_colors::OwoColorize;

use crate::run::{
    CacheEvent, CacheNote, Event, Located, Memory, Outcome, RunInfo, Saved, Sink, StepRecord, Summary,
    Tokens, TroubleRecord,
};
use crate::script::Heal;

/// Writes a run as lines. Colours are escape codes: hand it a stream that strips them where nobody wants them.
pub struct Terminal<W> {
    out: W,
    verbose: bool,
}

impl<W: Write> Terminal<W> {
    /// A terminal sink; `verbose` adds the reason of every decision of the cache.
    pub fn new(out: W, verbose: bool) -> Terminal<W> {
        Terminal { out, verbose }
    }

    fn line(&mut self, text: impl std::fmt::Display) {
        // A closed pipe must not end the test.
        let _ = writeln!(self.out, "{text}");
    }

    fn started(&mut self, info: &RunInfo) {
        let model = info.model.as_deref().unwrap_or("none");
        self.line(format_args!("{} {}", "retap".bold(), info.script));
        self.line(format_args!(
            "{}",
            format!(
                "device {} ({}) · model {model} · cache {}",
                info.device, info.device_model, info.cache
            )
            .dimmed()
        ));
    }

    fn located(&mut self, l: &Located) {
        let evidence = match (l.rung, l.by) {
            (Some(rung), Some(by)) => format!(": found by {rung}, confirmed by {by}"),
            _ => String::new(),
        };
        let how = format!("{}{evidence}", l.how.word());
        self.line(format_args!("      {} {}  {}", l.verb, l.words, how.dimmed()));
    }

    fn cache(&mut self, c: &CacheNote) {
        let loud = matches!(
            c.event,
            CacheEvent::Invalidated | CacheEvent::HandedOff | CacheEvent::Problem
        );
        if !self.verbose && !loud {
            return;
        }
        let reason = c.reason.map_or(String::new(), |r| format!(" ({r})"));
        let text = format!(
            "      cache: {} {}{reason}: {}",
            c.entry,
            c.event.word(),
            c.detail
        );
        if loud {
            self.line(text.yellow());
        } else {
            self.line(text.dimmed());
        }
        if !c.advice.is_empty() && self.verbose {
            self.line(format!("             {}", c.advice).dimmed());
        }
    }

    fn ended(&mut self, s: &StepRecord) {
        let cost = match s.calls {
            0 => String::new(),
            n => format!(" · {} · {}", count(u64::from(n), "model call"), tokens(&s.tokens)),
        };
        let tail = format!("{}{cost}", time(s.ms));
        match s.outcome {
            Outcome::Passed => self.line(format_args!("    {} {}", "✓".green(), tail.dimmed())),
            Outcome::Failed => self.line(format_args!("    {} {}", "✗ failed".red().bold(), tail.dimmed())),
            Outcome::Broken => self.line(format_args!("    {} {}", "✗ broken".red().bold(), tail.dimmed())),
            Outcome::Skipped => self.line(format_args!("    {}", "- not run".dimmed())),
        }
        if let Some(t) = &s.trouble {
            self.trouble(t);
        }
    }

    fn trouble(&mut self, t: &TroubleRecord) {
        self.line(format_args!("      {}", t.message));
        if !t.hint.is_empty() {
            self.line(format_args!("      {} {}", "hint:".bold(), t.hint));
        }
    }

    fn summary(&mut self, s: &Summary) {
        self.line("");
        let table = table(s);
        self.line(table);
        let passed = s.steps.iter().filter(|x| x.outcome == Outcome::Passed).count();
        let verdict = match s.outcome {
            Outcome::Passed => "passed".green().bold().to_string(),
            Outcome::Failed => "failed".red().bold().to_string(),
            Outcome::Broken | Outcome::Skipped => "broken".red().bold().to_string(),
        };
        self.line(format_args!(
            "{verdict}: {passed} of {} in {}",
            count(s.steps.len() as u64, "step"),
            time(s.ms)
        ));
        if let Some(t) = s
            .trouble
            .as_ref()
            .filter(|_| s.steps.iter().all(|x| x.trouble.is_none()))
        {
            self.trouble(t);
        }
        self.line(format_args!(
            "model: {}, {}",
            count(u64::from(s.calls), "model call"),
            tokens(&s.tokens)
        ));
        if s.saved.hits > 0 {
            self.line(format_args!(
                "learning what was replayed had cost {}",
                saved(&s.saved)
            ));
        }
        if s.memory.drifted > 0 {
            let line = drift(&s.memory);
            match s.heal {
                Heal::Allow => self.line(line),
                Heal::Warn | Heal::Fail => self.line(format!("warning: {line}").yellow()),
            }
        }
        let c = &s.committed;
        let parts = [
            (c.recorded, "recorded"),
            (c.unchanged, "unchanged"),
            (c.aside, "kept for review"),
            (c.unconfirmed, "unconfirmed"),
        ];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, w)| format!("{n} {w}"))
            .collect();
        if !parts.is_empty() {
            let more = if c.unconfirmed > 0 {
                " (no check passed after it; add an `expect`)"
            } else {
                ""
            };
            self.line(format_args!("learned: {}{more}", parts.join(", ")));
        }
        if let Some(line) = memory(&s.memory) {
            self.line(line.bold());
        }
    }
}

impl<W: Write> Sink for Terminal<W> {
    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Started(info) => self.started(info),
            Event::Task(name) => {
                self.line("");
                self.line(name.bold());
            }
            Event::Step(number, title) => self.line(format_args!("  {number} {title}")),
            Event::Located(l) => self.located(l),
            Event::Cache(c) => self.cache(c),
            Event::StepEnded(s) => self.ended(s),
            Event::Ended(s) => self.summary(s),
        }
        let _ = self.out.flush();
    }
}

fn table(s: &Summary) -> Table {
    const TITLE: usize = 60;
    let mut table = Table::new();
    table
        .load_style(UTF8_BORDERS_ONLY)
        .set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["", "step", "located by", "calls", "tokens", "time"]);
    for x in &s.steps {
        let mut title: String = x.title.chars().take(TITLE).collect();
        if x.title.chars().count() > TITLE {
            title.push('…');
        }
        let mark = match x.outcome {
            Outcome::Passed => "✓",
            Outcome::Failed | Outcome::Broken => "✗",
            Outcome::Skipped => "-",
        };
        let mark = format!("{mark} {}", x.number);
        table.add_row([
            mark,
            title,
            how(x),
            x.calls.to_string(),
            grouped(x.tokens.total()),
            time(x.ms),
        ]);
    }
    let total = grouped(s.tokens.total());
    table.add_row([
        String::new(),
        "total".into(),
        String::new(),
        s.calls.to_string(),
        total,
        time(s.ms),
    ]);
    for column in 3..6 {
        if let Some(c) = table.column_mut(column) {
            c.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// `model ×5`, `plan ×5`, `entry`, or a dash where nothing had to be located.
fn how(s: &StepRecord) -> String {
    let mut by: BTreeMap<&str, usize> = BTreeMap::new();
    s.located
        .iter()
        .for_each(|l| *by.entry(l.how.word()).or_default() += 1);
    if by.is_empty() {
        return "-".into();
    }
    let words = by.iter().map(|(word, n)| {
        if *n > 1 {
            format!("{word} ×{n}")
        } else {
            (*word).to_owned()
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

/// `Cache 4 replayed · 1 relocated · 1 handed off · 1 missed · saved 38.2k tokens, 41 s`. `None` if memory had no part.
fn memory(m: &Memory) -> Option<String> {
    let parts = [
        (m.replayed, "replayed"),
        (m.relocated, "relocated"),
        (m.healed, "located anew"),
        (m.handed_off, "handed off"),
        (m.missed, "missed"),
    ];
    let mut parts: Vec<String> = parts
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, w)| format!("{n} {w}"))
        .collect();
    if parts.is_empty() {
        return None;
    }
    if m.replayed > 0 {
        let about = if m.estimated { " (estimated)" } else { "" };
        parts.push(format!(
            "saved {} tokens{about}, {}",
            short(m.saved_tokens),
            time(m.saved_ms)
        ));
    }
    Some(format!("Cache {}", parts.join(" · ")))
}

/// `1 recorded step could not be replayed as recorded; that cost 1 model call, 812 tokens`.
fn drift(m: &Memory) -> String {
    format!(
        "{} could not be replayed as recorded; that cost {}, {} tokens",
        count(u64::from(m.drifted), "recorded step"),
        count(u64::from(m.drift_calls), "model call"),
        grouped(m.drift_tokens)
    )
}

/// Thousands in one letter: `38.2k`.
fn short(n: u64) -> String {
    match n {
        0..1_000 => n.to_string(),
        1_000..1_000_000 => format!("{}.{}k", n / 1_000, n % 1_000 / 100),
        _ => format!("{}.{}M", n / 1_000_000, n % 1_000_000 / 100_000),
    }
}

fn saved(s: &Saved) -> String {
    let about = if s.estimated { " (estimated)" } else { "" };
    format!(
        "{}, {} tokens{about}, {}",
        count(u64::from(s.calls), "model call"),
        grouped(s.tokens),
        time(s.ms)
    )
}

fn tokens(t: &Tokens) -> String {
    let mut notes = Vec::new();
    if t.cached > 0 {
        notes.push(format!("{} cached", grouped(t.cached)));
    }
    if t.reasoning > 0 {
        notes.push(format!("{} reasoning", grouped(t.reasoning)));
    }
    if t.estimated {
        notes.push("estimated".to_owned());
    }
    if t.unknown > 0 {
        notes.push(format!(
            "{} without figures",
            count(u64::from(t.unknown), "question")
        ));
    }
    let notes = if notes.is_empty() {
        String::new()
    } else {
        format!(" ({})", notes.join(", "))
    };
    format!("{} tokens{notes}", grouped(t.total()))
}

fn count(n: u64, what: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{n} {what}{s}")
}

fn time(ms: u64) -> String {
    if ms < 1_000 {
        format!("{ms} ms")
    } else {
        format!("{}.{} s", ms / 1_000, ms % 1_000 / 100)
    }
}

/// Thousands apart: `3,120`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!(
            [0, 999, 1_000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [12, 999, 1_000, 61_250].map(time),
            ["12 ms", "999 ms", "1.0 s", "61.2 s"]
        );
        assert_eq!([999, 38_249, 1_250_000].map(short), ["999", "38.2k", "1.2M"]);
        assert_eq!(count(1, "step") + &count(2, "step"), "1 step2 steps");
        let t = Tokens {
            input: 1_400,
            output: 100,
            cached: 800,
            reasoning: 50,
            ..Tokens::default()
        };
        assert_eq!(tokens(&t), "1,500 tokens (800 cached, 50 reasoning)");
    }
}
