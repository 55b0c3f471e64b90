//! The rate limits, each its own setting.

use clap::Args;

macro_rules! settings {
    ($($(#[doc = $meaning:literal])+ $name:ident: $flag:literal, $environment:literal, $default:literal;)+) => {
        /// How much one caller may do in a period, or have open at once.
        #[derive(Args, Clone, Copy, Debug)]
        pub struct LimitSettings {$(
            $(#[doc = $meaning])+
            #[arg(long = $flag, env = $environment, default_value_t = $default)]
            pub $name: u32,
        )+}
    };
}

settings! {
    /// New guests per hour from one network address.
    ensure_guest: "limit-guests", "CALLOUT_LIMIT_GUESTS", 10;
    /// Quotes per minute from one network address.
    quotes: "limit-quotes", "CALLOUT_LIMIT_QUOTES", 60;
    /// Forms with or without a file per minute from one network address.
    forms: "limit-forms", "CALLOUT_LIMIT_FORMS", 120;
    /// Coupons tried per minute from one network address.
    coupons: "limit-coupons", "CALLOUT_LIMIT_COUPONS", 30;
    /// Photos per hour from one network address.
    uploads: "limit-uploads", "CALLOUT_LIMIT_UPLOADS", 10;
    /// Documents and pictures per hour from one pro.
    pro_uploads: "limit-pro-uploads", "CALLOUT_LIMIT_PRO_UPLOADS", 20;
    /// Documents and pictures of pros per day from one network address.
    pro_uploads_address: "limit-pro-uploads-address", "CALLOUT_LIMIT_PRO_UPLOADS_ADDRESS", 60;
    /// Megabytes that the documents of one pro may take.
    pro_megabytes: "limit-pro-megabytes", "CALLOUT_LIMIT_PRO_MEGABYTES", 60;
    /// Documents that one pro may have.
    pro_documents: "limit-pro-documents", "CALLOUT_LIMIT_PRO_DOCUMENTS", 20;
    /// One-time codes per hour for one identifier from one network address.
    codes_pair: "limit-codes-pair", "CALLOUT_LIMIT_CODES_PAIR", 5;
    /// One-time codes per hour for one identifier that browsers ask for which it has not been signed in with.
    codes_identifier: "limit-codes-identifier", "CALLOUT_LIMIT_CODES_IDENTIFIER", 10;
    /// One-time codes per hour for one identifier that its own browsers ask for.
    codes_known: "limit-codes-known", "CALLOUT_LIMIT_CODES_KNOWN", 5;
    /// One-time codes per hour from one network address.
    codes_address: "limit-codes-address", "CALLOUT_LIMIT_CODES_ADDRESS", 20;
    /// One-time codes per hour in all; beyond that only people with an account or a booking get one.
    codes_total: "limit-codes-total", "CALLOUT_LIMIT_CODES_TOTAL", 2_000;
    /// Wrong one-time codes per hour for one identifier.
    codes_wrong: "limit-codes-wrong", "CALLOUT_LIMIT_CODES_WRONG", 75;
    /// Wrong passwords per 15 minutes for one identifier from one network address, or from one browser that it was signed in with.
    logins_pair: "limit-logins-pair", "CALLOUT_LIMIT_LOGINS_PAIR", 10;
    /// Wrong passwords per hour for one identifier, wherever they come from, before each further try has to wait.
    logins_identifier: "limit-logins-identifier", "CALLOUT_LIMIT_LOGINS_IDENTIFIER", 20;
    /// Passwords tried or registered per 15 minutes from one network address.
    logins_address: "limit-logins-address", "CALLOUT_LIMIT_LOGINS_ADDRESS", 50;
    /// Sign-ins with a passkey begun or finished per 15 minutes from one network address.
    passkeys: "limit-passkeys", "CALLOUT_LIMIT_PASSKEYS", 100;
    /// Answers per hour to one network address that reveal whether an account exists.
    who_is_known: "limit-who-is-known", "CALLOUT_LIMIT_WHO_IS_KNOWN", 20;
    /// Requests per hour for the links of one email's or phone's bookings.
    links_identifier: "limit-links-identifier", "CALLOUT_LIMIT_LINKS_IDENTIFIER", 3;
    /// Requests per hour for links from one network address.
    links_address: "limit-links-address", "CALLOUT_LIMIT_LINKS_ADDRESS", 10;
    /// Postcodes tried per hour to unlock the entry notes of one booking.
    unlocks: "limit-unlocks", "CALLOUT_LIMIT_UNLOCKS", 5;
    /// Messages to support per hour from one network address.
    support: "limit-support", "CALLOUT_LIMIT_SUPPORT", 5;
    /// Exports per hour of everything stored about one person, for that person.
    exports: "limit-exports", "CALLOUT_LIMIT_EXPORTS", 10;
    /// Readings of pros' calendars per minute from one network address.
    calendars: "limit-calendars", "CALLOUT_LIMIT_CALENDARS", 60;
    /// Chat messages of one person per minute.
    chat_messages: "limit-chat-messages", "CALLOUT_LIMIT_CHAT_MESSAGES", 20;
    /// Tickets for streams and receipts per minute to one network address.
    tickets: "limit-tickets", "CALLOUT_LIMIT_TICKETS", 300;
    /// Bookings from one network address that may await payment at once.
    unpaid: "limit-unpaid", "CALLOUT_LIMIT_UNPAID", 5;
    /// Open cash and budget bookings of one person.
    open_person: "limit-open-person", "CALLOUT_LIMIT_OPEN_PERSON", 5;
    /// A guest's open cash and budget bookings under one phone.
    open_phone: "limit-open-phone", "CALLOUT_LIMIT_OPEN_PHONE", 2;
    /// Guests' cash and budget bookings from one network address per day.
    day_address: "limit-day-address", "CALLOUT_LIMIT_DAY_ADDRESS", 5;
}
