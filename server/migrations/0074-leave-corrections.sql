-- What a request for leave was before its applicant corrected it.
alter table "leave" add column "earlier" jsonb;
