//! Compiles the lexicon and packs the default book: the notation (`src/lexicon/*.txt`) becomes tables that the crate reads in place. A mistake in the
//! notation fails the build, and the browser gets neither the notation nor its reader.
#![expect(clippy::print_stdout, reason = "how a build script talks to cargo")]

extern crate alloc;

#[path = "../src/text/inflection.rs"]
#[expect(
    dead_code,
    unreachable_pub,
    reason = "shared with the crate, of which only the bases are needed here"
)]
mod inflection;
mod notation;
#[path = "../src/order.rs"]
#[expect(dead_code, reason = "shared with the crate")]
mod order;
mod pack;
#[path = "../src/packing.rs"]
#[expect(dead_code, reason = "shared with the crate, which unpacks")]
mod packing;
mod tables;

use std::path::Path;
use std::{env, fs};

/// In the order in which they are read: words before the lines that use them.
const SOURCES: [&str; 8] = [
    "words",
    "plumbing",
    "electrics",
    "building",
    "elsewhere",
    "joined",
    "danger",
    "typos",
];

fn main() -> Result<(), String> {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=data/book.json");
    println!("cargo:rerun-if-changed=src/lexicon");
    println!("cargo:rerun-if-changed=src/text/inflection.rs");
    println!("cargo:rerun-if-changed=src/packing.rs");
    println!("cargo:rerun-if-changed=src/order.rs");
    let root = env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?;
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let root = Path::new(&root);
    let out = Path::new(&out);
    fs::write(
        out.join("book.json"),
        without_spaces(&read(&root.join("data/book.json"))?),
    )
    .map_err(|error| format!("book.json: {error}"))?;
    let mut text = String::new();
    for source in SOURCES {
        text += &read(&root.join(format!("src/lexicon/{source}.txt")))?;
        text.push('\n');
    }
    let lexicon = notation::read(&text)?;
    let (packed, constants) = tables::tables(&lexicon)?;
    fs::write(out.join("lexicon.packed"), packed).map_err(|error| error.to_string())?;
    fs::write(out.join("lexicon.rs"), constants).map_err(|error| error.to_string())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// JSON without the white space between its parts.
fn without_spaces(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let kept = json.chars().filter(|letter| {
        let quote = *letter == '"' && !escaped;
        escaped = *letter == '\\' && !escaped;
        in_string ^= quote;
        in_string || !letter.is_whitespace()
    });
    kept.collect()
}
