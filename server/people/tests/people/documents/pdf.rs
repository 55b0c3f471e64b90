//! PDFs made here, whole and broken.

use std::io::Write as _;

use callout_people::documents::pdf::{Flaw, check, is_pdf};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use proptest::prelude::*;

const CATALOGUE: &str = "<< /Type /Catalog /Pages 2 0 R >>";
const PAGES: &str = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const PAGE: &str = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>";
const OBJECTS: [&str; 3] = [CATALOGUE, PAGES, PAGE];

/// Adds objects, as their numbers and their texts, and gives where each begins.
fn add_objects(file: &mut Vec<u8>, objects: &[(u32, &str)]) -> Vec<(u32, usize)> {
    let add = |(number, text): &(u32, &str)| {
        let place = file.len();
        write!(file, "{number} 0 obj\n{text}\nendobj\n").unwrap();
        (*number, place)
    };
    objects.iter().map(add).collect()
}

/// Adds a text table of these places and the end of the file.
fn add_table(file: &mut Vec<u8>, places: &[(u32, usize)], trailer: &str) {
    let start = file.len();
    write!(file, "xref\n0 1\n0000000000 65535 f \n").unwrap();
    for (number, place) in places {
        write!(file, "{number} 1\n{place:010} 00000 n \n").unwrap();
    }
    write!(
        file,
        "trailer\n<< /Size 9 /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n"
    )
    .unwrap();
}

/// A PDF of these objects, numbered from 1, with a text table.
fn with_text_table(objects: &[&str], trailer: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let numbered: Vec<_> = (1..).zip(objects.iter().copied()).collect();
    let places = add_objects(&mut file, &numbered);
    add_table(&mut file, &places, trailer);
    file
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Adds a stream and gives where it begins.
fn add_stream(file: &mut Vec<u8>, number: u32, dict: &str, content: &[u8]) -> usize {
    let place = file.len();
    write!(
        file,
        "{number} 0 obj\n<< {dict} /Length {} >>\nstream\r\n",
        content.len()
    )
    .unwrap();
    file.extend_from_slice(content);
    file.extend_from_slice(b"\nendstream\nendobj\n");
    place
}

/// An entry of a stream table: kind, place or container, index.
fn entry(kind: u8, place: usize, index: u8) -> [u8; 5] {
    let [.., a, b, c] = place.to_be_bytes();
    [kind, a, b, c, index]
}

/// Rows as their differences from the row above, each with the number of that rule.
fn differences(rows: &[[u8; 5]]) -> Vec<u8> {
    let mut above = [0; 5];
    let mut bytes = Vec::new();
    for row in rows {
        bytes.push(2);
        bytes.extend(
            row.iter()
                .zip(above)
                .map(|(byte, above)| byte.wrapping_sub(above)),
        );
        above = *row;
    }
    bytes
}

/// A PDF whose three objects are in an object stream, with a stream table of this further dictionary.
fn with_stream_table(as_differences: bool, further: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let (mut list, mut texts) = (String::new(), String::new());
    for (number, text) in (1..).zip(OBJECTS) {
        list += &format!("{number} {} ", texts.len());
        texts += &format!("{text} ");
    }
    let members = packed(format!("{list}{texts}").as_bytes());
    let dict = format!("/Type /ObjStm /N 3 /First {} /Filter /FlateDecode", list.len());
    let container = add_stream(&mut file, 4, &dict, &members);
    let start = file.len();
    let rows = [
        entry(0, 0, 255),
        entry(2, 4, 0),
        entry(2, 4, 1),
        entry(2, 4, 2),
        entry(1, container, 0),
        entry(1, start, 0),
    ];
    let (table, how) = if as_differences {
        (
            packed(&differences(&rows)),
            "/Filter [/FlateDecode] /DecodeParms [<< /Predictor 12 /Columns 5 >>]",
        )
    } else {
        (rows.concat(), "")
    };
    let dict = format!("/Type /XRef /W [1 3 1] /Size 6 /Root 1 0 R {how} {further}");
    add_stream(&mut file, 5, &dict, &table);
    write!(file, "startxref\n{start}\n%%EOF").unwrap();
    file
}

/// A PDF whose page has this content.
fn with_page_content(content: &[u8]) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut places = add_objects(&mut file, &[(1, CATALOGUE), (2, PAGES), (3, PAGE)]);
    places.push((
        4,
        add_stream(&mut file, 4, "/Filter /FlateDecode", &packed(content)),
    ));
    add_table(&mut file, &places, "");
    file
}

/// The file with one text in place of another of the same length.
fn changed(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let at = file
        .windows(from.len())
        .rposition(|window| window == from.as_bytes())
        .unwrap();
    [&file[..at], to.as_bytes(), &file[at + from.len()..]].concat()
}

#[test]
fn whole_files_pass() {
    for file in [
        with_text_table(&OBJECTS, ""),
        with_stream_table(true, ""),
        with_stream_table(false, ""),
        // Where to begin, and words of people, do nothing.
        with_text_table(
            &[
                "<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /FitH null] /A (say \\( /JS) /B <2f4a53> % /JS\n >>",
                PAGES,
                PAGE,
            ],
            "/Info << /Title (endobj /URI \\)) >>",
        ),
        with_page_content(b"q /JS gs obj /URI Do Q"),
        // A page two levels down, behind an empty branch and a list that is an object of its own.
        with_text_table(
            &[
                CATALOGUE,
                "<< /Type /Pages /Kids 3 0 R >>",
                "[4 0 R 5 0 R]",
                "<< /Type /Pages /Kids [] >>",
                "<< /Type /Pages /Kids [6 0 R] >>",
                PAGE,
            ],
            "",
        ),
        // Something after the end, as printers' programs write it.
        [&with_text_table(&OBJECTS, "")[..], b"\n\n% printed on Monday\n"].concat(),
    ] {
        assert!(is_pdf(&file));
        assert_eq!(check(&file), Ok(()), "{}", String::from_utf8_lossy(&file));
    }
}

#[test]
fn the_latest_of_several_versions_counts() {
    let first = with_text_table(&[CATALOGUE, "<< /Type /Pages /Kids [] >>"], "");
    assert_eq!(check(&first), Err(Flaw::Damaged), "no page yet");
    let before = first.windows(5).position(|window| window == b"xref\n").unwrap();
    let mut second = first;
    let places = add_objects(&mut second, &[(2, PAGES), (3, PAGE)]);
    add_table(&mut second, &places, &format!("/Prev {before}"));
    assert_eq!(check(&second), Ok(()));
    // A table that names itself as the one before it is read once.
    let mut circle = with_text_table(&OBJECTS, "");
    let place = circle.len();
    add_table(&mut circle, &[], &format!("/Prev {place}"));
    assert_eq!(check(&circle), Err(Flaw::Damaged));
    // A text table with a stream beside it, for readers of before and after PDF 1.5.
    let mut hybrid = with_stream_table(true, "");
    let stream = hybrid.windows(7).position(|window| window == b"5 0 obj").unwrap();
    add_table(&mut hybrid, &[], &format!("/XRefStm {stream}"));
    assert_eq!(check(&hybrid), Ok(()));
}

#[test]
fn encrypted_files_are_told_apart() {
    for file in [
        with_text_table(&OBJECTS, "/Encrypt 7 0 R"),
        with_stream_table(true, "/Encrypt << /Filter /Standard >>"),
    ] {
        assert_eq!(check(&file), Err(Flaw::Protected));
    }
}

#[test]
fn what_could_do_more_than_be_read_is_refused() {
    let script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";
    let catalogue = |more: &str| format!("<< /Type /Catalog /Pages 2 0 R {more} >>");
    for more in [
        format!("/OpenAction {script}"),
        "/OpenAction << /S /J#61vaScript >>".to_owned(),
        "/A [ (a \\) b) << /S /Launch /F (a.exe) >> ]".to_owned(),
        "/A<</S/URI/URI(https://evil.example)>>".to_owned(),
        "/Names << /EmbeddedFiles << /Names [] >> >>".to_owned(),
        "/AcroForm << /XFA 7 0 R >>".to_owned(),
        "/A <2f> /AA << /O << /S /SubmitForm >> >>".to_owned(),
    ] {
        let file = with_text_table(&[&catalogue(&more), PAGES, PAGE], "");
        assert_eq!(check(&file), Err(Flaw::Active), "{more}");
    }
    // Where the tables do not lead: behind a bracket that is never closed, in a trailer, in packed objects that nobody asks for.
    let unused = with_text_table(&[CATALOGUE, PAGES, PAGE, script], "");
    let trailer = with_text_table(&OBJECTS, &format!("/Root2 << /OpenAction {script} >>"));
    for file in [unused, trailer] {
        assert_eq!(check(&file), Err(Flaw::Active));
    }
    let mut file = b"%PDF-1.5\n( ".to_vec();
    let mut places = add_objects(&mut file, &[(9, script), (1, CATALOGUE), (2, PAGES), (3, PAGE)]);
    places.retain(|(number, _)| *number != 9);
    add_table(&mut file, &places, "");
    assert_eq!(check(&file), Err(Flaw::Active));
    for (dict, members, expected) in [
        (
            "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode",
            packed(format!("9 0 {script}").as_bytes()),
            Flaw::Active,
        ),
        (
            "/N 1 /First 4",
            format!("9 0 {script}").into_bytes(),
            Flaw::Active,
        ),
        (
            "/N 1 /First 4 /Filter /LZWDecode",
            b"9 0 <<>>".to_vec(),
            Flaw::Damaged,
        ),
    ] {
        let mut file = b"%PDF-1.5\n".to_vec();
        let mut places = add_objects(&mut file, &[(1, CATALOGUE), (2, PAGES), (3, PAGE)]);
        places.push((4, add_stream(&mut file, 4, dict, &members)));
        add_table(&mut file, &places, "");
        assert_eq!(check(&file), Err(expected), "{dict}");
    }
}

#[test]
fn objects_within_each_other_do_not_take_for_ever() {
    let nested = "obj(".repeat(500_000);
    let file = with_text_table(&[CATALOGUE, PAGES, PAGE, &nested], "");
    assert_eq!(check(&file), Err(Flaw::Damaged));
}

#[test]
fn a_file_cut_short_anywhere_is_damaged() {
    for file in [with_text_table(&OBJECTS, ""), with_stream_table(true, "")] {
        let end = file.windows(5).rposition(|window| window == b"%%EOF").unwrap();
        for length in 0..end - 1 {
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
    let whole = with_text_table(&OBJECTS, "");
    for file in [
        b"%PDF-1.7\n<html><script>alert(1)</script></html>".to_vec(),
        b"%PDF-1.7\nstartxref\n9\n%%EOF".to_vec(),
        changed(&whole, "/Root 1 0 R", "/Root 8 0 R"),
        changed(&whole, "/Root 1 0 R", "/Rood 1 0 R"),
        changed(&whole, "3 0 obj", "4 0 obj"),
        changed(&whole, "/Type /Page ", "/Type /Pag3 "),
        changed(&whole, "[3 0 R]", "[2 0 R]"),
        changed(&whole, "00000 n", "00000 x"),
        with_text_table(&[CATALOGUE, "[3 0 R]", PAGE], ""),
        with_text_table(
            &["<< /Type /Catalog /Pages << /Kids [3 0 R] >> >>", PAGES, PAGE],
            "",
        ),
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
    for (megabytes, expected) in [(16, Ok(())), (33, Err(Flaw::Damaged))] {
        let mut file = b"%PDF-1.5\n".to_vec();
        let places = add_objects(&mut file, &[(1, CATALOGUE), (2, PAGES), (3, PAGE)]);
        let mut table = entry(0, 0, 0).to_vec();
        places
            .iter()
            .for_each(|(_, place)| table.extend(entry(1, *place, 0)));
        table.resize(megabytes << 20, 0);
        let start = file.len();
        let dict = "/Type /XRef /W [1 3 1] /Size 4 /Root 1 0 R /Filter /FlateDecode";
        add_stream(&mut file, 4, dict, &packed(&table));
        write!(file, "startxref\n{start}\n%%EOF").unwrap();
        assert!(file.len() < 100_000);
        assert_eq!(check(&file), expected, "{megabytes} MB");
    }
}

#[test]
fn packing_twice_is_not_followed() {
    let twice = with_stream_table(false, "/Filter [/FlateDecode /FlateDecode]");
    assert_eq!(check(&twice), Err(Flaw::Damaged));
}

#[test]
fn too_many_tables_are_damaged() {
    for (tables, expected) in [(256, Ok(())), (257, Err(Flaw::Damaged))] {
        let mut file = with_text_table(&OBJECTS, "");
        let mut before = file.windows(5).position(|window| window == b"xref\n").unwrap();
        for _ in 1..tables {
            let place = file.len();
            add_table(&mut file, &[], &format!("/Prev {before}"));
            before = place;
        }
        assert_eq!(check(&file), expected, "{tables}");
    }
}

#[test]
fn deep_nesting_and_long_lists_end() {
    for open in ["[", "<</A", "(", "<</Kids["] {
        let deep = open.repeat((9 << 20) / open.len());
        for place in 0..3 {
            let mut objects = OBJECTS.map(str::to_owned);
            objects[place] = deep.clone();
            let file = with_text_table(&objects.each_ref().map(String::as_str), "");
            assert_eq!(check(&file), Err(Flaw::Damaged), "{open} in {place}");
        }
        let file = with_text_table(&OBJECTS, &format!("/A {deep}"));
        assert_eq!(check(&file), Err(Flaw::Damaged), "{open} in the trailer");
    }
    // Kids that are each other's kids.
    let kids = format!("<< /Type /Pages /Kids [{}] >>", "2 0 R ".repeat(100_000));
    assert_eq!(
        check(&with_text_table(&[CATALOGUE, &kids], "")),
        Err(Flaw::Damaged)
    );
}

proptest! {
    #[test]
    fn damage_is_an_answer_and_never_a_panic(changes in prop::collection::vec((0usize..2_000, any::<u8>()), 1..8), cut in 0usize..200, by_stream: bool) {
        let mut file = if by_stream { with_stream_table(true, "") } else { with_text_table(&OBJECTS, "") };
        let length = file.len();
        for (place, byte) in changes {
            file[place % length] = byte;
        }
        file.truncate(length - cut.min(length));
        let _ = check(&file);
    }
}
