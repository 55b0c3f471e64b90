-- A refund that was made on the provider's page while the same one of ours was promised: that one is not made.
alter table refunds add column stands_for text;
