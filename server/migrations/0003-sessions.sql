-- The column is obsolete: each refresh token is derived from the previous one (server/auth/token-chain.ts).
drop index session_spent;
alter table session drop column spent_hash;
-- A session lasts at most 12 hours, even if it is refreshed. The limit also applies to existing sessions.
update session set refresh_ends = least(refresh_ends, started_at + interval '12 hours');

-- Lock screen of a session: argon2id hash of the lock password, and the number of attempts.
alter table session add column lock_hash text;
alter table session add column lock_tries integer not null default 0;

-- The active department and role of a person who has several (switch mode).
alter table session add column dept_choice bigint;
alter table session add column role_choice bigint;

-- Rate limits: usage per time window, such as messages to a phone number or registrations from an address.
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
