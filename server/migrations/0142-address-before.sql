-- The address of a message that must reach the contacts from before a change, not those from after it.
alter table outbox add column address text;
