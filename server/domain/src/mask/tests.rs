use proptest::prelude::*;

use super::*;

#[test]
fn phones_are_hidden_however_they_are_written() {
    for (text, shown) in [
        ("Call 07700 900123 please", "Call ••• please"),
        ("07700900123", "•••"),
        ("+44 7700 900123", "•••"),
        ("+44 (0)7700 900-123!", "•••!"),
        ("(020) 7946 0958", "•••"),
        ("Ring 7946 0958", "Ring •••"),
        ("0044 7700.900.123 after six", "••• after six"),
        ("0-7-7-0-0-9-0-0-1-2-3", "•••"),
        ("07_700/900*123", "•••"),
        ("07700,900,123", "•••"),
        ("07700\n900123", "•••"),
        ("07700 – 900 — 123", "•••"),
        ("077 then 009 and then 00 123", "•••"),
        ("07700 dash 900 dot 123", "•••"),
        ("oh seven seven zero zero nine zero zero one two three", "•••"),
        (
            "It's zero double seven 00 900 one two three, ok?",
            "It's •••, ok?",
        ),
        ("O77OO 9OO123", "•••"),
        ("07700 mate 900123", "•••"),
        ("077 is 009 my 00123", "•••"),
        ("Flat 3: 077 mate 00900123", "Flat 3: •••"),
        ("０７７００ ９００１２３", "•••"),
        ("٠٧٧٠٠ ٩٠٠١٢٣", "•••"),
        ("0️⃣7️⃣7️⃣0️⃣0️⃣9️⃣0️⃣0️⃣1️⃣2️⃣3️⃣", "•••"),
        ("077\u{200b}009\u{200d}00123", "•••"),
        ("07700❤900❤123", "•••"),
        ("07700•900•123", "•••"),
        ("07700 900123 or 07700 900456", "••• or •••"),
        ("my number's 1234567", "my number's •••"),
    ] {
        assert_eq!(contacts(text), shown, "{text}");
        assert_eq!(contacts_and_postcodes(text), shown, "{text}");
    }
}

#[test]
fn emails_are_hidden_however_they_are_written() {
    for (text, shown) in [
        ("Write to ada.b+c@example.co.uk.", "Write to •••."),
        ("ADA@EXAMPLE.COM", "•••"),
        ("ada@gmail", "•••"),
        ("ada @ gmail . com", "•••"),
        ("ada at gmail dot com", "•••"),
        ("ada AT gmail DOT co DOT uk thanks", "••• thanks"),
        ("ada (at) gmail (dot) com", "•••"),
        ("ada[at]gmail[dot]com", "•••"),
        ("ada at gmail.com", "•••"),
        ("ada-at-gmail-dot-com", "•••"),
        ("ada dot love at example dot org", "•••"),
        ("ada77@mail-1.example.com, bob@x.io", "•••, •••"),
        ("it's josé@correo.example", "it's •••"),
        ("ada@gmail dot com", "•••"),
    ] {
        assert_eq!(contacts(text), shown, "{text}");
        assert_eq!(contacts_and_postcodes(text), shown, "{text}");
    }
}

#[test]
fn amounts_times_and_ordinary_words_stay() {
    for text in [
        "",
        "No numbers here at all.",
        "It is £1,250.00 or £80-£120, maybe £95.50.",
        "I can do it for £100 or 120 pounds, 85.50 quid",
        "£120000 and £99,999.99 and £12",
        "Between 09:00 and 11:00, or 13:00-15:00",
        "9.30-11.00 or 14.30-16.00 suits me",
        "08-10 or 10-12 or 12-14",
        "07:30 to 09:00 or 10:30 to 12:30",
        "at 9am, 10 am, 11-12pm or 5 pm",
        "24/11/2026 or 25.11.2026 or 2026-11-26",
        "07/11 or 08/11 or 09/11 or 10/11",
        "on 24 Nov 2026 at 10:30, or Nov 25, 2026",
        "07 Nov 2026 at 10 or 08 November 2026 or 9th of Dec 2026",
        "Flat 12, floor 3, door code 4821",
        "2 taps in bathroom 1, flat 12, floor 3: 4 washers and 10 screws in 2 bags",
        "One of the two taps drips, three or four times a minute",
        "one thousand two hundred and fifty pounds",
        "The boiler is from 2009, 24 kW, 1.5 bar, error E119",
        "600 mm wide, 900 mm high",
        "C-7K2M9QXZ",
        "123456",
        "Booked for 2 hours on 24/11, 10:30, £97.50",
        "It was fitted in 2019, 600 wide",
    ] {
        assert!(
            matches!(contacts(text), Cow::Borrowed(_)),
            "{text}: {}",
            contacts(text)
        );
    }
}

#[test]
fn sentences_with_at_and_dot_are_no_emails() {
    for text in [
        "I'm at home. Come by at 10.",
        "Meet me @ home. Thanks",
        "Look at the dot on the wall",
        "I found the part at screwfix.com",
        "2 taps @ £45 each",
        "3@45",
        "@ada knows",
        "Be there at noon dot",
        "Cheaper at tesco. Net price is 50",
        "at gmail dot com",
    ] {
        assert!(
            matches!(contacts(text), Cow::Borrowed(_)),
            "{text}: {}",
            contacts(text)
        );
    }
}

#[test]
fn postcodes_stay_in_chat_and_go_from_descriptions() {
    for (text, shown) in [
        ("I'm at SW1A 1AA, come", "I'm at •••, come"),
        ("sw1a1aa", "•••"),
        ("M1 1AA and m60 1nw", "••• and •••"),
        ("EC1A 1BB, 10:30, £120", "•••, 10:30, £120"),
        ("near a B1 2AB", "near a •••"),
    ] {
        assert!(
            matches!(contacts(text), Cow::Borrowed(_)),
            "{text}: {}",
            contacts(text)
        );
        assert_eq!(contacts_and_postcodes(text), shown, "{text}");
    }
    for text in [
        "SW1A",
        "Bus 24 to W1",
        "model GB 12",
        "ZZ1 1AA",
        "SW1A 1AAB",
        "3 to 4 taps",
    ] {
        assert!(matches!(contacts_and_postcodes(text), Cow::Borrowed(_)), "{text}");
    }
}

#[test]
fn what_stays_does_not_hide_what_must_go() {
    for (text, shown) in [
        (
            "M60 1NW 07700 900123 at 10:30 for £120",
            "M60 1NW ••• at 10:30 for £120",
        ),
        ("£120 07700 900123", "£120 •••"),
        ("at 10:30 07700900123", "at 10:30 •••"),
        ("07700 900123 pounds", "••• pounds"),
        ("07.70.09.00.12.3", "•••"),
        ("07:700:900:123", "•••"),
        ("24 Nov 07700 900123", "24 Nov •••"),
    ] {
        assert_eq!(contacts(text), shown, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_text_is_survived_and_masking_twice_changes_nothing(text in "\\PC{0,80}") {
        let once = contacts_and_postcodes(&text);
        prop_assert_eq!(contacts_and_postcodes(&once), once.clone());
        prop_assert!(matches!(once, Cow::Owned(_)) == once.contains(HIDDEN) || text.contains(HIDDEN));
    }

    #[test]
    fn texts_of_the_kind_people_write_are_survived(text in "([0-9oO.@:/ ,£-]|at |dot |pm|nov|com|and |seven ){0,40}") {
        let once = contacts_and_postcodes(&text);
        prop_assert_eq!(contacts_and_postcodes(&once), once.clone());
    }

    /// A mobile with separators between its digits, among words.
    #[test]
    fn no_mobile_gets_through(
        digits in "07[1-57-9][0-9]{8}",
        gaps in proptest::collection::vec(any::<bool>(), 11),
        gap in proptest::sample::select(vec![" ", "-", "  ", " - ", "_", " and ", ") ", " 😀 "]),
    ) {
        let written = digits.chars().zip(gaps);
        let phone: String = written.map(|(digit, after)| format!("{digit}{}", if after { gap } else { "" })).collect();
        let text = format!("call me on {phone} please");
        let shown = contacts(&text);
        prop_assert!(!shown.contains(|letter: char| letter.is_ascii_digit()), "{}", shown);
    }
}
