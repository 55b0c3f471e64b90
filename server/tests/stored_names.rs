//! Every word that is stored for a variant of an enum, as it stands in the databases that there are: `stored_names.txt`. A word is never
//! changed or taken away there without a migration; a new one is a new line (`STORED_NAMES=write cargo test -p callout --test stored_names`).
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

use std::fs;
use std::path::{Path, PathBuf};

use pricing_core::{BookingStatus, Tier, Urgency};

/// The `names!` of a source file, a line each.
fn names(source: &str) -> Vec<String> {
    let words = |set: &str| {
        let name = set.split_once("enum ").unwrap().1.split_once(' ').unwrap().0;
        let body = set.split_once('{').unwrap().1.split("\n    }").next().unwrap();
        let words: Vec<&str> = body
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .filter_map(|line| line.split_once(" = \"")?.1.split('"').next())
            .collect();
        format!("{name}: {}", words.join(" "))
    };
    source.split("\nnames! {").skip(1).map(words).collect()
}

fn walk(folder: &Path, found: &mut Vec<String>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.extend(names(&fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn no_stored_word_has_changed() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = vec![
        format!(
            "BookingStatus: {}",
            BookingStatus::ALL.map(BookingStatus::as_str).join(" ")
        ),
        format!("Tier: {}", Tier::ALL.map(Tier::as_str).join(" ")),
        format!("Urgency: {}", Urgency::ALL.map(Urgency::as_str).join(" ")),
    ];
    for crate_ in [
        "kit/push", "domain", "store", "outside", "base", "booking", "money", "people", "front", "api",
        "console",
    ] {
        walk(&here.join(crate_).join("src"), &mut found);
    }
    found.sort();
    let found = found.join("\n") + "\n";
    let golden = here.join("tests/stored_names.txt");
    if std::env::var("STORED_NAMES").is_ok_and(|value| value == "write") {
        fs::write(&golden, &found).unwrap();
    }
    assert_eq!(fs::read_to_string(&golden).unwrap(), found);
}
