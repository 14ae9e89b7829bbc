-- What an officer writes for other officers, and the remarks he found corrected.
alter table declaration_move add column internal text, add column met jsonb not null default '[]';
