//! The migrations in the binary.

use callout_store::migrations::all;

#[test]
fn every_file_is_a_migration_and_they_are_numbered_without_a_gap() {
    let versions: Vec<i64> = all().iter().map(|migration| migration.version).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(versions, (1..).take(files).collect::<Vec<i64>>());
}
