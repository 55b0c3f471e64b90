//! Refusals become JavaScript errors: `message` for people, with `code` and `field` beside it.

use js_sys::Reflect;
use pricing_core::PricingError;
use pricing_core::book::BookError;
use wasm_bindgen::JsValue;

/// Why a call was refused; thrown as an `Error` with a `code` (TypeScript's `PricingFailure`).
#[derive(Debug)]
pub struct Refused(PricingError);

impl From<PricingError> for Refused {
    fn from(error: PricingError) -> Self {
        Self(error)
    }
}

impl From<BookError> for Refused {
    fn from(error: BookError) -> Self {
        Self(PricingError::request("invalid_book", error.to_string()))
    }
}

impl From<Refused> for JsValue {
    #[inline(never)]
    fn from(Refused(refused): Refused) -> Self {
        let error = js_sys::Error::new(&refused.message);
        // Setting a property of a new plain error can't fail.
        let _ = Reflect::set(&error, &"code".into(), &refused.code.into());
        if let Some(field) = refused.field {
            let _ = Reflect::set(&error, &"field".into(), &field.into());
        }
        error.into()
    }
}
