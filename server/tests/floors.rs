//! The layers of the code, called floors. The lower ones are crates, so that Cargo holds them; inside this crate a module imports from
//! its own floor or from one below it. Nowhere do modules of one floor import each other, directly or in a ring.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test says what is wrong by failing"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};

/// The floors that are crates of their own: each module there is on the same floor as the others.
const CRATES: &[&str] = &["kit/db", "kit/push", "domain", "store", "outside"];

/// The floors of this crate, from the ground up. `a::*` stands for each module below `a` separately; any other name for a module with
/// everything below it.
const FLOORS: &[(&str, &[&str])] = &[
    ("1 knows nothing of the product", &["telemetry"]),
    (
        "5 services",
        &[
            "accounts",
            "audit",
            "bank_disputes",
            "booking_links",
            "bookings",
            "books",
            "chat",
            "checkout",
            "confirmations",
            "coupons",
            "debts",
            "demo",
            "desk",
            "disputes",
            "documents",
            "earnings",
            "fee_invoices",
            "figures",
            "files",
            "frozen",
            "gas_work",
            "goodwill",
            "limits",
            "matching",
            "messages",
            "operators",
            "payment_notices",
            "payments",
            "payouts",
            "permits",
            "photos",
            "prices",
            "pros",
            "pictures",
            "quoting",
            "readings",
            "receipts",
            "refunds",
            "reversals",
            "reviews",
            "sessions",
            "support",
            "suspensions",
            "tax",
            "tickets",
            "unsent",
            "visits",
        ],
    ),
    ("6 the parts put together", &["jobs", "state", "work"]),
    ("7 HTTP", &["api", "console", "extract", "front", "pages", "web"]),
    (
        "8 the front door",
        &["admin", "assembly", "lib", "main", "router", "secret"],
    ),
];

/// A module of the table, and the floor it is on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Unit {
    floor: usize,
    name: String,
}

/// The unit that a module path belongs to: the longest matching prefix in the table.
fn unit(path: &str) -> Option<Unit> {
    let mut best: Option<(usize, Unit)> = None;
    for (floor, (_, names)) in FLOORS.iter().enumerate() {
        for name in *names {
            let (prefix, each) = match name.strip_suffix("::*") {
                Some(prefix) => (prefix, true),
                None => (*name, false),
            };
            if path != prefix && !path.starts_with(&format!("{prefix}::")) {
                continue;
            }
            let below = path[prefix.len()..].trim_start_matches("::").split("::").next();
            let name = match below.filter(|below| each && !below.is_empty()) {
                Some(below) => format!("{prefix}::{below}"),
                None => prefix.to_owned(),
            };
            if best.as_ref().is_none_or(|(length, _)| prefix.len() > *length) {
                best = Some((prefix.len(), Unit { floor, name }));
            }
        }
    }
    best.map(|(_, unit)| unit)
}

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

/// What each unit of the crate in `folder` imports, with one file that does so. `unit` says which unit a module is of.
fn imports(folder: &str, unit: impl Fn(&str) -> Option<Unit>) -> BTreeMap<(Unit, Unit), String> {
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
        let here = unit(&module.join("::")).unwrap_or_else(|| {
            panic!(
                "{} is on no floor: add it to the table in this test",
                shown.display()
            )
        });
        let mut visitor = Imports {
            module: &module,
            inner: 0,
            found: BTreeSet::new(),
        };
        visitor.visit_file(&syn::parse_file(&fs::read_to_string(&file).unwrap()).unwrap());
        for path in visitor.found {
            if let Some(there) = unit(&path.join("::")).filter(|there| there.name != here.name) {
                imports
                    .entry((here.clone(), there))
                    .or_insert_with(|| shown.display().to_string());
            }
        }
    }
    imports
}

/// The unit of a module in a crate that is one floor: the first part of its path, if there is such a file.
fn unit_of_crate(folder: &str, path: &str) -> Option<Unit> {
    let name = path.split("::").next().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .join("src")
        .join(name);
    file.with_extension("rs").exists().then(|| Unit {
        floor: 0,
        name: name.to_owned(),
    })
}

/// Those that import each other in a ring on one floor, with what they import of each other.
fn rings(imports: &BTreeMap<(Unit, Unit), String>) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut left: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (here, there) in imports.keys() {
        // A folder's own file and the modules in it belong together, and the root of a crate with all of them.
        let is_family = there.name.starts_with(&format!("{}::", here.name))
            || here.name.starts_with(&format!("{}::", there.name))
            || [&here.name, &there.name].iter().any(|name| *name == "lib");
        if here.floor == there.floor && !is_family {
            left.entry(&here.name).or_default().insert(&there.name);
            left.entry(&there.name).or_default();
        }
    }
    // Repeatedly removes units whose imports are all removed, until only rings are left.
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
fn nothing_imports_from_a_floor_above_its_own() {
    let upward: Vec<String> = imports("", unit)
        .iter()
        .filter(|((here, there), _)| there.floor > here.floor)
        .map(|((here, there), file)| {
            format!(
                "{file}.rs: {} (floor {}) imports {} (floor {})",
                here.name,
                here.floor + 1,
                there.name,
                there.floor + 1
            )
        })
        .collect();
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn no_modules_of_a_floor_import_each_other_in_a_ring() {
    let own = imports("", unit);
    assert_eq!(rings(&own), BTreeMap::new(), "these import each other in a ring");
    for folder in CRATES {
        let imports = imports(folder, |path| unit_of_crate(folder, path));
        assert_eq!(
            rings(&imports),
            BTreeMap::new(),
            "{folder}: these import each other in a ring"
        );
    }
}

#[test]
fn every_name_of_the_table_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for name in FLOORS.iter().flat_map(|(_, names)| names.iter()) {
        let path = root.join(name.trim_end_matches("::*").replace("::", "/"));
        assert!(
            path.with_extension("rs").exists(),
            "{name} is in the table and not in the house"
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
