//! A made tree in any dialect, any spelling and any pieces is the same tree.

use proptest::collection::vec;
use proptest::prelude::*;
use retap_android::dump::{Dump, DumpParser, Limits, Status, parse_file};
use retap_cache::screen::{Flags, Node};

use super::model::{Model, windows};
use super::write::{DIALECTS, Dialect, write};

/// Feeds pieces of the sizes given, over and over.
fn in_pieces(bytes: &[u8], sizes: &[usize]) -> Dump {
    let mut parser = DumpParser::new(Limits::default());
    let mut rest = bytes;
    for size in sizes.iter().cycle() {
        let (piece, more) = rest.split_at((*size).min(rest.len()));
        parser.feed(piece).unwrap();
        rest = more;
        if rest.is_empty() {
            break;
        }
    }
    parser.finish().unwrap()
}

/// The nodes of a model in document order, with their depth.
fn flat(windows: &[Model]) -> Vec<(&Model, usize)> {
    let mut todo: Vec<(&Model, usize)> = windows.iter().rev().map(|w| (w, 0)).collect();
    let mut all = Vec::new();
    while let Some((model, depth)) = todo.pop() {
        all.push((model, depth));
        todo.extend(model.children.iter().rev().map(|c| (c, depth + 1)));
    }
    all
}

fn same(node: Node<'_>, (model, depth): (&Model, usize), dialect: Dialect) -> Result<(), TestCaseError> {
    let more = dialect.has_more();
    prop_assert_eq!(
        (node.class(), node.package(), node.resource_id()),
        (model.class, model.package, model.id.as_str())
    );
    prop_assert_eq!(
        (node.text(), node.desc()),
        (model.text.as_str(), model.desc.as_str())
    );
    prop_assert_eq!(node.hint(), if more { model.hint.as_str() } else { "" });
    prop_assert_eq!(
        (node.index(), node.bounds(), node.depth()),
        (model.index, model.bounds, depth)
    );
    let flags = if more {
        model.flags
    } else {
        model.flags.set(Flags::INVISIBLE, false)
    };
    prop_assert_eq!(node.flags(), flags);
    Ok(())
}

proptest! {
    #[test]
    fn a_tree_is_the_same_however_it_is_written_and_cut(
        windows in windows(),
        rotation in 0..4_u8,
        dialect in prop::sample::select(DIALECTS.to_vec()),
        choices in vec(any::<u8>(), 1..200),
        sizes in vec(1..40_usize, 1..20),
        noise in prop::sample::select(vec!["", "\u{feff}", "WARNING: linker\r\n", "ERROR: could not get idle state.\n<init>"]),
    ) {
        let xml = write(&windows, rotation, dialect, &choices);
        let text = format!("{noise}{xml}UI hierchary dumped to: /dev/tty\n");
        let dump = parse_file(text.as_bytes()).map_err(|e| TestCaseError::fail(format!("{e}: {text}")))?;
        let models = flat(&windows);
        prop_assert_eq!(dump.tree.len(), models.len(), "{}", text);
        for (node, model) in dump.tree.nodes().zip(models) {
            same(node, model, dialect)?;
        }
        if dialect != Dialect::Windows || !windows.is_empty() {
            prop_assert_eq!(dump.tree.rotation(), rotation);
        }
        let pieces = in_pieces(text.as_bytes(), &sizes);
        prop_assert_eq!(&pieces.tree, &dump.tree);
        let whole = in_pieces(text.as_bytes(), &[text.len()]);
        prop_assert_eq!((pieces.leading, pieces.trailing), (whole.leading, whole.trailing));
    }

    #[test]
    fn it_is_whole_with_its_last_byte_and_not_before(
        windows in windows(),
        dialect in prop::sample::select(DIALECTS.to_vec()),
        choices in vec(any::<u8>(), 1..50),
    ) {
        let xml = write(&windows, 0, dialect, &choices);
        let mut parser = DumpParser::new(Limits::default());
        let (last, all_but) = xml.as_bytes().split_last().unwrap();
        prop_assert_eq!(parser.feed(all_but).unwrap(), Status::More);
        prop_assert_eq!(parser.feed(&[*last]).unwrap(), Status::Complete);
    }
}
