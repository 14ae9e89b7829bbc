-- Which refresh token came before is told by the chain of their names (server/auth/token-chain.ts), not by a column.
drop index session_spent;
alter table session drop column spent_hash;
-- No session outlives a working day, however often it is refreshed; those that run are cut to it.
update session set refresh_ends = least(refresh_ends, started_at + interval '12 hours');

-- A session behind its lock screen: argon2id of the lock password, and how often it was tried.
alter table session add column lock_hash text;
alter table session add column lock_tries integer not null default 0;

-- What somebody with several departments or roles has chosen to work as (switch mode).
alter table session add column dept_choice bigint;
alter table session add column role_choice bigint;

-- How much of something was used in a window of time: messages for a phone, registrations from an address.
create table allowance (key text primary key, used integer not null, ends_at timestamptz not null);
create index allowance_ends on allowance (ends_at);

create table sms_code (
  id text primary key,
  phone text not null,
  hash bytea not null,
  tries integer not null default 0,
  ends_at timestamptz not null
);
create index sms_code_ends on sms_code (ends_at);

create table "sms_message" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "phone" text,
  "purpose" text,
  "content" text,
  "channel" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
