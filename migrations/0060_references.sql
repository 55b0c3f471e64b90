-- What refers to a payment, or to an account of the sandbox: SQLite looks for it when such a row is added.
create index change_orders_by_payment on change_orders (payment_id);
create index sandbox_transfers_by_account on sandbox_transfers (account_id);
