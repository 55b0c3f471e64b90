//! Drafts of price books.

use callout_booking::prices::shaped;
use pricing_core::PriceBook;

#[test]
fn a_draft_reads_as_the_book_it_began_with() {
    let book = PriceBook::builtin();
    assert_eq!(
        &shaped(&serde_json::to_string_pretty(book).unwrap()).unwrap(),
        book
    );
    assert!(shaped("[]").unwrap_err().errors.contains_key("body"));
}
