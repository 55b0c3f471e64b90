//! The layers of the code, called floors, are crates, so that Cargo holds which may use which. Inside a crate nothing holds the modules
//! apart but this test: they never import each other, directly or in a ring.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};

/// The folders of the crates, from the ground up; the last is the binary's.
const CRATES: &[&str] = &[
    "kit/db", "kit/push", "domain", "store", "outside", "base", "booking", "money", "people", "front", "api",
    "console", "",
];

/// Every `crate::…` and `super::…` path in a file, including those in macro calls, resolved to a path from the crate's root.
struct Imports<'a> {
    /// The path of the file's module.
    module: &'a [String],
    /// How deep the visitor is in modules written inside the file.
    inner: usize,
    found: BTreeSet<Vec<String>>,
}

impl Imports<'_> {
    fn add(&mut self, segments: &[String]) {
        let resolved = match segments.first().map(String::as_str) {
            Some("crate") => segments[1..].to_vec(),
            Some("super") => {
                let ups = segments.iter().take_while(|segment| *segment == "super").count();
                // Inside `mod tests` the first `super` is this very file.
                let Some(ups_of_file) = ups.checked_sub(self.inner) else {
                    return;
                };
                let kept = self.module.len().saturating_sub(ups_of_file);
                [&self.module[..kept], &segments[ups..]].concat()
            }
            _ => return,
        };
        self.found.insert(resolved);
    }

    /// The paths among the tokens of a macro call, which need not be valid Rust.
    fn tokens(&mut self, mut cursor: Cursor<'_>) {
        while !cursor.eof() {
            if let Some((inside, _, _, after)) = cursor.any_group() {
                self.tokens(inside);
                cursor = after;
            } else if let Some((first, after)) = cursor.ident() {
                let mut segments = vec![first.to_string()];
                cursor = after;
                while let Some((segment, after)) = next_segment(cursor) {
                    segments.push(segment);
                    cursor = after;
                }
                self.add(&segments);
            } else if let Some((_, after)) = cursor.token_tree() {
                cursor = after;
            }
        }
    }

    fn tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(item, before)),
            syn::UseTree::Name(name) => self.add(&[before.as_slice(), &[name.ident.to_string()]].concat()),
            syn::UseTree::Rename(name) => self.add(&[before.as_slice(), &[name.ident.to_string()]].concat()),
            syn::UseTree::Glob(_) => self.add(before),
        }
    }
}

impl<'ast> Visit<'ast> for Imports<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.add(&segments);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(TokenBuffer::new2(call.tokens.clone()).begin());
        visit::visit_macro(self, call);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        // A module's own tests may look wherever they like.
        if item.attrs.iter().any(is_cfg_test) {
            return;
        }
        self.inner += 1;
        visit::visit_item_mod(self, item);
        self.inner -= 1;
    }
}

/// `:: name`, and what follows it.
fn next_segment(cursor: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let (first, after) = cursor.punct()?;
    let (second, after) = after.punct()?;
    if (first.as_char(), second.as_char()) != (':', ':') {
        return None;
    }
    let (name, after) = after.ident()?;
    Some((name.to_string(), after))
}

fn is_cfg_test(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute
            .parse_args::<syn::Path>()
            .is_ok_and(|path| path.is_ident("test"))
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// What each module at the root of the crate in `folder` imports of the others, with one file that does so.
fn imports(folder: &str) -> BTreeMap<(String, String), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let mut imports = BTreeMap::new();
    for file in files {
        let shown = file.strip_prefix(&root).unwrap().with_extension("");
        let module: Vec<String> = shown
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect();
        let mut visitor = Imports {
            module: &module,
            inner: 0,
            found: BTreeSet::new(),
        };
        visitor.visit_file(&syn::parse_file(&fs::read_to_string(&file).unwrap()).unwrap());
        for path in visitor.found {
            let Some(there) = path
                .first()
                .filter(|there| root.join(there).with_extension("rs").exists())
            else {
                continue;
            };
            // The root of a crate belongs together with all of it.
            if *there != module[0] && there != "lib" && !["lib", "main"].contains(&module[0].as_str()) {
                let pair = (module[0].clone(), there.clone());
                imports.entry(pair).or_insert_with(|| shown.display().to_string());
            }
        }
    }
    imports
}

/// Those that import each other in a ring, with what they import of each other.
fn rings(imports: &BTreeMap<(String, String), String>) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut left: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (here, there) in imports.keys() {
        left.entry(here).or_default().insert(there);
        left.entry(there).or_default();
    }
    // Repeatedly removes modules whose imports are all removed, until only rings are left.
    while let Some(free) = left
        .iter()
        .find(|(_, imports)| imports.is_empty())
        .map(|(name, _)| *name)
    {
        left.remove(free);
        left.values_mut().for_each(|imports| {
            imports.remove(free);
        });
    }
    left
}

#[test]
fn no_modules_of_a_crate_import_each_other_in_a_ring() {
    for folder in CRATES {
        let imports = imports(folder);
        assert_eq!(
            rings(&imports),
            BTreeMap::new(),
            "{folder}: these import each other in a ring"
        );
    }
}

#[test]
fn paths_inside_macro_calls_are_seen() {
    let source = r#"
        fn shown() { println!("{}", [crate::api::health::OK, super::jobs::LOOK]); }
        macro_rules! run { ($connection:expr) => { $crate::store::run($connection) }; }
    "#;
    let module = ["store".to_owned(), "bookings".to_owned()];
    let mut imports = Imports {
        module: &module,
        inner: 0,
        found: BTreeSet::new(),
    };
    imports.visit_file(&syn::parse_file(source).unwrap());
    let found: Vec<String> = imports.found.iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["api::health::OK", "store::jobs::LOOK", "store::run"]);
}
