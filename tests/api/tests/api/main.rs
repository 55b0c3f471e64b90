//! The API tests: one binary, one module per endpoint, each test on both databases.

#[cfg(test)]
mod alike;
#[cfg(test)]
mod authenticator;
#[cfg(test)]
mod authorisation;
#[cfg(test)]
mod badges;
#[cfg(test)]
mod balance_changes;
#[cfg(test)]
mod bodies;
#[cfg(test)]
mod booking_links;
#[cfg(test)]
mod bookings_cancel;
#[cfg(test)]
mod bookings_change;
#[cfg(test)]
mod bookings_create;
#[cfg(test)]
mod bookings_read;
#[cfg(test)]
mod by_intent;
#[cfg(test)]
mod capture_refused;
#[cfg(test)]
mod card_only;
#[cfg(test)]
mod change_orders;
#[cfg(test)]
mod change_orders_paid;
#[cfg(test)]
mod change_orders_random;
#[cfg(test)]
mod chargeback_messages;
#[cfg(test)]
mod chargebacks;
#[cfg(test)]
mod chat;
#[cfg(test)]
mod chat_socket;
#[cfg(test)]
mod claim;
#[cfg(test)]
mod closing;
#[cfg(test)]
mod codes;
#[cfg(test)]
mod confirmation;
#[cfg(test)]
mod connections;
#[cfg(test)]
mod console;
#[cfg(test)]
mod console_acts;
#[cfg(test)]
mod console_bookings;
#[cfg(test)]
mod console_bookings_listed;
#[cfg(test)]
mod console_coupons;
#[cfg(test)]
mod console_desk;
#[cfg(test)]
mod console_disputes;
#[cfg(test)]
mod console_documents;
#[cfg(test)]
mod console_fees;
#[cfg(test)]
mod console_limits;
#[cfg(test)]
mod console_passkeys;
#[cfg(test)]
mod console_payouts;
#[cfg(test)]
mod console_people;
#[cfg(test)]
mod console_price_book;
#[cfg(test)]
mod console_promises;
#[cfg(test)]
mod console_refunds;
#[cfg(test)]
mod console_sessions;
#[cfg(test)]
mod console_support;
#[cfg(test)]
mod console_visits;
#[cfg(test)]
mod console_work;
#[cfg(test)]
mod contract;
#[cfg(test)]
mod copies;
#[cfg(test)]
mod copy;
#[cfg(test)]
mod coupons;
#[cfg(test)]
mod danger_first;
#[cfg(test)]
mod debts;
#[cfg(test)]
mod demo;
#[cfg(test)]
mod disputed_payouts;
#[cfg(test)]
mod disputes;
#[cfg(test)]
mod document;
#[cfg(test)]
mod early_chargebacks;
#[cfg(test)]
mod earnings;
#[cfg(test)]
mod facts;
#[cfg(test)]
mod fee_invoices;
#[cfg(test)]
mod files_in_a_bucket;
#[cfg(test)]
mod front;
#[cfg(test)]
mod full_disk;
#[cfg(test)]
mod guests;
#[cfg(test)]
mod health;
#[cfg(test)]
mod hours;
#[cfg(test)]
mod job_notes;
#[cfg(test)]
mod jobs;
#[cfg(test)]
mod journey;
#[cfg(test)]
mod keeping;
#[cfg(test)]
mod known_browsers;
#[cfg(test)]
mod late;
#[cfg(test)]
mod ledger;
#[cfg(test)]
mod localstripe;
#[cfg(test)]
mod lost_answers;
#[cfg(test)]
mod loyalty;
#[cfg(test)]
mod master_leaving;
#[cfg(test)]
mod master_notices;
#[cfg(test)]
mod masters;
#[cfg(test)]
mod masters_codes;
#[cfg(test)]
mod masters_documents;
#[cfg(test)]
mod masters_pictures;
#[cfg(test)]
mod masters_profile;
#[cfg(test)]
mod masters_vouched;
#[cfg(test)]
mod matching;
#[cfg(test)]
mod matching_jobs;
#[cfg(test)]
mod matching_model;
#[cfg(test)]
mod matching_proposals;
#[cfg(test)]
mod matching_start;
#[cfg(test)]
mod matching_streams;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod messages_people;
#[cfg(test)]
mod metrics;
#[cfg(test)]
mod mismatches;
#[cfg(test)]
mod missed_visits;
#[cfg(test)]
mod money_alerts;
#[cfg(test)]
mod money_random;
#[cfg(test)]
mod named_prices;
#[cfg(test)]
mod near;
#[cfg(test)]
mod new_work;
#[cfg(test)]
mod not_home;
#[cfg(test)]
mod nul;
#[cfg(test)]
mod operator;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod papers;
#[cfg(test)]
mod parts;
#[cfg(test)]
mod passkeys;
#[cfg(test)]
mod passwords;
#[cfg(test)]
mod pay_again;
#[cfg(test)]
mod payment_due;
#[cfg(test)]
mod payments_create;
#[cfg(test)]
mod payouts;
#[cfg(test)]
mod payouts_by_stripe;
#[cfg(test)]
mod payouts_shared;
#[cfg(test)]
mod payouts_weekly;
#[cfg(test)]
mod people;
#[cfg(test)]
mod personal_data;
#[cfg(test)]
mod places;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod pricing;
#[cfg(test)]
mod private_files;
#[cfg(test)]
mod pro_offers;
#[cfg(test)]
mod profile;
#[cfg(test)]
mod pros;
#[cfg(test)]
mod push;
#[cfg(test)]
mod push_service;
#[cfg(test)]
mod put_right;
mod put_right_ends;
#[cfg(test)]
mod quotes;
#[cfg(test)]
mod raise_price;
#[cfg(test)]
mod random;
#[cfg(test)]
mod reached;
#[cfg(test)]
mod readings;
#[cfg(test)]
mod receipt;
#[cfg(test)]
mod renewals;
#[cfg(test)]
mod reschedule;
#[cfg(test)]
mod restores;
#[cfg(test)]
mod returned_refunds;
#[cfg(test)]
mod reversals;
#[cfg(test)]
mod reviews;
#[cfg(test)]
mod sandbox_payments;
#[cfg(test)]
mod scene;
#[cfg(test)]
mod sealed_receipts;
#[cfg(test)]
mod sessions;
#[cfg(test)]
mod settle;
#[cfg(test)]
mod several_servers;
#[cfg(test)]
mod slots;
#[cfg(test)]
mod sockets;
#[cfg(test)]
mod start_code;
#[cfg(test)]
mod statements;
#[cfg(test)]
mod steps_once;
#[cfg(test)]
mod stops;
#[cfg(test)]
mod stripe;
#[cfg(test)]
mod stripe_account;
#[cfg(test)]
mod support;
#[cfg(test)]
mod takeover;
#[cfg(test)]
mod tax;
#[cfg(test)]
mod text_budget;
#[cfg(test)]
mod text_links;
#[cfg(test)]
mod thrown_out;
#[cfg(test)]
mod tickets;
#[cfg(test)]
mod tiles;
#[cfg(test)]
mod training;
#[cfg(test)]
mod unknown_intents;
#[cfg(test)]
mod uploads;
#[cfg(test)]
mod uploads_at_once;
#[cfg(test)]
mod user_stream;
#[cfg(test)]
mod ways_in;
#[cfg(test)]
mod webhook;
#[cfg(test)]
mod webhooks_many;
#[cfg(test)]
mod work_photos;
