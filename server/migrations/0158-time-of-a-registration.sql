-- When a registration was handed in last, for its applicant.
alter table registration add column submit_time timestamptz not null default now();
update registration set submit_time = u.create_time from "user" u where u.id = registration.user_id and u.create_time is not null;
