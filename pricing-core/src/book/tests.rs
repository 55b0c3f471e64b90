use super::PriceBook;

fn builtin() -> &'static PriceBook {
    PriceBook::builtin()
}

#[test]
fn a_book_survives_being_written_and_read() {
    let text = builtin().to_json().unwrap();
    assert_eq!(&PriceBook::from_json(&text).unwrap(), builtin());
}

#[test]
fn a_book_that_makes_no_sense_is_refused() {
    let text = builtin().to_json().unwrap();
    for (right, wrong) in [
        ("\"currency\":\"GBP\"", "\"currency\":\"EUR\""),
        ("\"share\":3500}", "\"share\":3400}"),
        ("\"multiplier\":9000", "\"multiplier\":0"),
        ("\"code\":\"leak\"", "\"code\":\"leek\""),
        ("\"start\":\"09:00\"", "\"start\":\"23:00\""),
        ("\"days_ahead\":30", "\"days_ahead\":3000"),
        ("\"version\":\"2026.2\"", "\"version\":\"\""),
        ("\"fee_basis_points\":1500", "\"fee_basis_points\":15000"),
        ("\"late_fee_bps\":5000", "\"late_fee_bps\":\"half\""),
        ("Can you smell gas, or hear it hissing?", ""),
        ("\"number\":\"999\"", "\"number\":\"nine\""),
        ("\"number\":\"0800 111 999\"", "\"number\":\"0800 111 998\""),
        ("\"areas\":[\"BT\"]", "\"areas\":[\"JE\"]"),
        ("We don't work there yet.", ""),
        ("\"cooling_off_days\":14", "\"cooling_off_days\":1400"),
    ] {
        assert!(text.contains(right), "{right}");
        assert!(
            PriceBook::from_json(&text.replacen(right, wrong, 1)).is_err(),
            "{wrong}"
        );
    }
    for wrong in [
        "",
        "{}",
        "[]",
        "null",
        "{\"version\":\"1\"}",
        &text[..text.len() - 1],
    ] {
        assert!(PriceBook::from_json(wrong).is_err());
    }
}

/// A book in the older form that databases and browsers still hold.
#[test]
fn an_older_book_gets_the_built_in_values_of_newer_fields() {
    let mut older = serde_json::to_value(builtin()).unwrap();
    let terms = older["cancellation"].as_object_mut().unwrap();
    for newer in [
        "cooling_off_days",
        "cooling_off_en_route_bps",
        "reason_cooling_off",
        "reason_en_route",
    ] {
        assert!(terms.remove(newer).is_some(), "{newer}");
    }
    for (newer, older) in [
        ("late_fee_bps", "late_fee"),
        ("emergency_fee_bps", "emergency_fee"),
        ("started_fee_bps", "started_fee"),
    ] {
        let value = terms.remove(newer).unwrap();
        terms.insert(older.to_owned(), value);
    }
    assert!(
        older["danger"]
            .as_object_mut()
            .unwrap()
            .remove("questions")
            .is_some()
    );
    for newer in ["emergency", "not_served"] {
        assert!(older.as_object_mut().unwrap().remove(newer).is_some(), "{newer}");
    }
    // Empty tables were left out.
    older["capacity"].as_object_mut().unwrap().remove("areas");
    older["unknown_table"] = serde_json::json!([1, 2, 3]);
    assert_eq!(&PriceBook::from_json(&older.to_string()).unwrap(), builtin());
}
