//! Checks the lexicon (`src/lexicon/*.txt`) and stores it as tables, and strips the default book of white space. A mistake
//! in the lexicon fails the build with its file and line; the browser gets neither the text nor its reader.
#![expect(clippy::print_stdout, reason = "how a build script talks to cargo")]

#[macro_use]
#[path = "../src/every.rs"]
mod every;
mod danger;
#[path = "../src/danger/tables.rs"]
#[expect(dead_code, reason = "shared with the crate, which reads")]
mod danger_tables;
#[path = "../src/text/inflection.rs"]
#[expect(
    dead_code,
    unreachable_pub,
    reason = "shared with the crate, of which only the bases are needed here"
)]
mod inflection;
mod notation;
#[path = "../src/packed.rs"]
mod packed;
mod store;
#[path = "../src/lexicon/tables.rs"]
#[expect(dead_code, reason = "shared with the crate")]
mod tables;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), String> {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=data/book.json");
    println!("cargo:rerun-if-changed=src/danger");
    println!("cargo:rerun-if-changed=src/every.rs");
    println!("cargo:rerun-if-changed=src/lexicon");
    println!("cargo:rerun-if-changed=src/packed.rs");
    println!("cargo:rerun-if-changed=src/text/inflection.rs");
    let root = env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?;
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let (root, out) = (Path::new(&root), Path::new(&out));

    let book = without_spaces(&read(&root.join("data/book.json"))?);
    write(&out.join("book.json"), book.as_bytes())?;

    let sources = sources(&root.join("src/lexicon"))?;
    let lines = sources
        .iter()
        .flat_map(|(file, text)| notation::lines(file, text));
    let notation = notation::read(lines)?;
    write(&out.join("lexicon.tables"), &store::stored(&notation)?)?;
    write(
        &out.join("groups.rs"),
        group_constants(&notation.groups).as_bytes(),
    )?;

    let signs = root.join("src/danger/signs.txt");
    let (tables, constants) = danger::stored(notation::lines(&signs.display().to_string(), &read(&signs)?))?;
    write(&out.join("danger.tables"), &tables)?;
    write(&out.join("danger_groups.rs"), constants.as_bytes())
}

/// The lexicon's files in alphabetical order, each with its name.
fn sources(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths
        .iter()
        .map(|path| Ok((path.display().to_string(), read(path)?)))
        .collect()
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Each group's bit, so that the crate's source can name it.
fn group_constants(groups: &[&str]) -> String {
    let mut text = String::from("/// The bit of each group of the lexicon.\n");
    text += "#[expect(dead_code, reason = \"only the lexicon's own rules name most of them\")]\n";
    text += "pub(crate) mod group {\n";
    for (bit, name) in groups.iter().enumerate() {
        let _ = writeln!(text, "    pub(crate) const {name}: u128 = 1 << {bit};");
    }
    text + "}\n"
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
