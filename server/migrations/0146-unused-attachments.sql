-- Attachments of forms that nothing uses are told to their owner and deleted; those of the screen of attachments are kept.
alter table "attach" add column "is_kept" smallint;
alter table "attach" add column "unused_since" timestamptz;
alter table "attach" add column "owner_notified_at" timestamptz;

-- Which screen an earlier file came from is not known: only those of declarants are surely files of a form.
update attach a set is_kept = case when exists (
  select 1 from "user" u where u.id = a.create_user and u.account_type is not null) then 0 else 1 end;

-- The share of an account is the sum of its files, and their number on a day.
create index attach_share on attach (create_user, create_time) include (attach_size);
