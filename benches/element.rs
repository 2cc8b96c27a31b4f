//! Finding an element again: find and verify over random features, and the index of a tree beside its parse.
//!
//! One look-up may cost 1 us, on a small screen as on a large one; the index a tenth of the parse.

#![expect(clippy::unwrap_used, reason = "a bench has nobody to tell")]

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use retap_benches::{mixed_dump, parse};
use retap_cache::feature::{Feature, find, take};

fn element(c: &mut Criterion) {
    for nodes in [100, 1_000, 10_000] {
        let xml = mixed_dump(nodes);
        let tree = parse(&xml).unwrap().tree;
        let controls: Vec<_> = tree.nodes().filter(|n| n.is_actionable()).collect();
        // Taking one costs a copy of the tree: a sample of all kinds is enough.
        let step = (controls.len() / 509).max(1);
        let mut features: Vec<Feature> = controls
            .iter()
            .step_by(step)
            .filter_map(|n| take(*n).ok())
            .collect();
        // An order that no cache of the machine foresees.
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        for i in (1..features.len()).rev() {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            features.swap(i, seed as usize % (i + 1));
        }
        assert!(features.len() * step * 10 >= controls.len() * 9, "most are kept");

        let mut group = c.benchmark_group("element");
        let mut next = 0;
        group.bench_function(BenchmarkId::new("find and verify", nodes), |b| {
            b.iter(|| {
                next = (next + 1) % features.len();
                black_box(find(&features[next], &tree, true)).is_ok()
            })
        });
        group.bench_function(BenchmarkId::new("index", nodes), |b| {
            b.iter_batched(
                || parse(&xml).unwrap().tree,
                |tree| {
                    tree.prepare();
                    tree
                },
                BatchSize::LargeInput,
            )
        });
        group.bench_function(BenchmarkId::new("parse", nodes), |b| {
            b.iter(|| parse(&xml).unwrap())
        });
        group.finish();
    }
}

criterion_group!(benches, element);
criterion_main!(benches);
