//! From the bytes of a dump to a node: parse, take a feature, find it again.

#![expect(clippy::unwrap_used, reason = "a bench has nobody to tell")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use retap_benches::{list_dump, parse};
use retap_cache::feature::{find, take};
use retap_cache::screen::Survey;

fn read(c: &mut Criterion) {
    for rows in [10, 50, 200] {
        let xml = list_dump(rows);
        let tree = parse(&xml).unwrap().tree;
        let nodes = tree.len();
        let mut group = c.benchmark_group("dump");
        group.throughput(Throughput::Bytes(xml.len() as u64));
        group.bench_with_input(BenchmarkId::new("parse", nodes), &xml, |b, xml| {
            b.iter(|| parse(xml).unwrap())
        });
        group.finish();

        let button = tree
            .nodes()
            .filter(|n| n.text() == "Track")
            .nth(rows / 2)
            .unwrap();
        let feature = take(button).unwrap();
        let mut group = c.benchmark_group("element");
        group.bench_function(BenchmarkId::new("take", nodes), |b| {
            b.iter(|| take(button).unwrap())
        });
        group.bench_function(BenchmarkId::new("find", nodes), |b| {
            b.iter(|| find(&feature, &tree, true).unwrap())
        });
        group.bench_function(BenchmarkId::new("survey", nodes), |b| {
            b.iter(|| Survey::of(&tree, "Main"))
        });
        group.finish();
    }
}

criterion_group!(benches, read);
criterion_main!(benches);
