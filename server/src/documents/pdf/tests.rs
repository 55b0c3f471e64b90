//! PDFs made here, whole and broken.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use proptest::prelude::*;

use super::*;

const CATALOGUE: &str = "<< /Type /Catalog /Pages 2 0 R >>";
const PAGES: &str = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const PAGE: &str = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>";
const OBJECTS: [&str; 3] = [CATALOGUE, PAGES, PAGE];

/// Adds objects, numbered from 1, and gives where each begins.
fn add_objects(file: &mut Vec<u8>, objects: &[&str]) -> Vec<usize> {
    let mut places = Vec::new();
    for (number, text) in (1..).zip(objects) {
        places.push(file.len());
        write!(file, "{number} 0 obj\n{text}\nendobj\n").unwrap();
    }
    places
}

/// A PDF of these objects, the first being its root, with a table in text.
fn pdf(objects: &[&str], trailer: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let places = add_objects(&mut file, objects);
    let (table, size) = (file.len(), objects.len() + 1);
    write!(file, "xref\n0 {size}\n0000000000 65535 f \n").unwrap();
    for place in places {
        writeln!(file, "{place:010} 00000 n ").unwrap();
    }
    write!(
        file,
        "trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{table}\n%%EOF\n"
    )
    .unwrap();
    file
}

/// The same, with its table in a packed stream, which is filled up to so many bytes.
fn pdf_with_stream(filled_to: usize) -> Vec<u8> {
    let mut file = b"%PDF-1.5\n".to_vec();
    let places = add_objects(&mut file, &OBJECTS);
    let start = file.len();
    let mut table = vec![0; 5];
    for place in places.iter().chain([&start]) {
        table.push(1);
        table.extend(&u32::try_from(*place).unwrap().to_be_bytes()[1..]);
        table.push(0);
    }
    table.resize(table.len().max(filled_to), 0);
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&table).unwrap();
    let packed = encoder.finish().unwrap();
    let dict = format!(
        "/Type /XRef /W [1 3 1] /Size 5 /Root 1 0 R /Filter /FlateDecode /Length {}",
        packed.len()
    );
    write!(file, "4 0 obj\n<< {dict} >>\nstream\n").unwrap();
    file.extend(packed);
    write!(file, "\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n").unwrap();
    file
}

#[test]
fn whole_files_pass() {
    let with_script = "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>";
    for file in [
        pdf(&OBJECTS, ""),
        pdf_with_stream(0),
        // Programs inside are nobody's business here: nothing is ever run.
        pdf(&[with_script, PAGES, PAGE], ""),
        // Something after the end, as printers' programs write it.
        [&pdf(&OBJECTS, "")[..], b"\n\n% printed on Monday\n"].concat(),
    ] {
        assert!(is_pdf(&file));
        assert_eq!(check(&file), Ok(()), "{}", String::from_utf8_lossy(&file));
    }
}

#[test]
fn encrypted_files_are_told_apart() {
    let key = "41".repeat(32);
    let encryption = format!("<< /Filter /Standard /V 1 /R 2 /P -4 /O <{key}> /U <{key}> >>");
    let file = pdf(
        &[CATALOGUE, PAGES, PAGE, &encryption],
        "/Encrypt 4 0 R /ID [<41> <41>]",
    );
    assert_eq!(check(&file), Err(Flaw::Protected));
}

#[test]
fn a_file_cut_short_anywhere_is_damaged() {
    for file in [pdf(&OBJECTS, ""), pdf_with_stream(0)] {
        let end = file
            .windows(9)
            .rposition(|window| window == b"startxref")
            .unwrap();
        for length in 0..end {
            assert_eq!(
                check(&file[..length]),
                Err(Flaw::Damaged),
                "{length} of {}",
                file.len()
            );
        }
    }
}

#[test]
fn files_that_lead_to_no_page_are_damaged() {
    for file in [
        b"%PDF-1.7\n<html><script>alert(1)</script></html>".to_vec(),
        b"%PDF-1.7\nstartxref\n9\n%%EOF".to_vec(),
        pdf(&[CATALOGUE, "<< /Type /Pages /Kids [] /Count 0 >>"], ""),
        pdf(&[CATALOGUE, "[3 0 R]", PAGE], ""),
        pdf(&["<< /Type /Catalog >>", PAGES, PAGE], ""),
    ] {
        assert_eq!(
            check(&file),
            Err(Flaw::Damaged),
            "{}",
            String::from_utf8_lossy(&file)
        );
    }
}

#[test]
fn a_file_that_unpacks_to_too_much_is_damaged() {
    let file = pdf_with_stream(UNPACKED + 1);
    assert!(file.len() < 100_000);
    assert_eq!(check(&file), Err(Flaw::Damaged));
}

#[test]
fn deep_nesting_and_long_lists_end() {
    for open in ["[", "<</A", "(", "<</Kids["] {
        let deep = open.repeat((9 << 20) / open.len());
        assert_eq!(
            check(&pdf(&[CATALOGUE, &deep, PAGE], "")),
            Err(Flaw::Damaged),
            "{open}"
        );
        let file = pdf(&OBJECTS, &format!("/A {deep}"));
        assert_eq!(check(&file), Err(Flaw::Damaged), "{open} in the trailer");
    }
    // Kids that are each other's kids.
    let kids = format!("<< /Type /Pages /Kids [{}] /Count 9 >>", "2 0 R ".repeat(100_000));
    assert_eq!(check(&pdf(&[CATALOGUE, &kids], "")), Err(Flaw::Damaged));
}

proptest! {
    #[test]
    fn damage_is_an_answer_and_never_a_panic(
        changes in prop::collection::vec((0usize..2_000, any::<u8>()), 1..8), cut in 0usize..200, by_stream: bool
    ) {
        let mut file = if by_stream { pdf_with_stream(0) } else { pdf(&OBJECTS, "") };
        let length = file.len();
        for (place, byte) in changes {
            file[place % length] = byte;
        }
        file.truncate(length - cut.min(length));
        let _ = check(&file);
    }
}
