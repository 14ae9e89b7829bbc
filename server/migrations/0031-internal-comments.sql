-- Comment for other officers only, and the remarks that the officer confirms as corrected.
alter table declaration_move add column internal text, add column met jsonb not null default '[]';
