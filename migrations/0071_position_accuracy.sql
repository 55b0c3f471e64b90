-- To within how many metres a pro's phone knows where it is, where it says so.
alter table master_positions add column accuracy double precision;
