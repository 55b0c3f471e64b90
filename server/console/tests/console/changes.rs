//! What the audit log says that changed.

use callout_console::changes::lines;

#[test]
fn what_differs_is_said_in_units_that_people_read() {
    let before =
        r#"{"role":"admin","same":1,"ends":null,"owed_pence":5000,"status":"assigned","is_listed":true}"#;
    let after = r#"{"role":"super_admin","same":1,"ends":"2026-11-23T10:05:00+00:00","owed_pence":0,"cap_pence":null,
        "is_listed":false,"discount_bps":1250,"refund_pence":5850,"active_from":1795428300000,"to":"07••• •••123"}"#;
    let mut said = lines(before, after);
    said.sort();
    assert_eq!(
        said,
        [
            "active from: 23 Nov 2026, 10:05",
            "discount: 12.50%",
            "ends: none → 23 Nov 2026, 10:05",
            "is listed: yes → no",
            "owed: £50 → £0",
            "refund: £58.50",
            "role: admin → super_admin",
            "status: was assigned",
            "to: 07••• •••123",
        ]
    );
}

#[test]
fn nothing_is_said_where_nothing_differs() {
    assert!(lines("{}", "{}").is_empty());
    assert!(lines("", "no JSON").is_empty());
}
