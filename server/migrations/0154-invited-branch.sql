-- the branch of the operator that a declaration invites; null invites every branch of its region
alter table declaration add column invited_code text;
