-- When a pro was last texted of an emergency near them that had found nobody.
alter table masters add column emergency_text_at bigint;
