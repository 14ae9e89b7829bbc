-- Keys with which programs call the platform for their owner (docs/decisions/0144).
create table "api_key" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "user_id" bigint not null,
  "prefix" text not null,
  "last_used_at" timestamptz,
  "last_address" text,
  "ended_at" timestamptz,
  "name" text not null,
  "declarations" integer not null,
  "library" integer not null,
  "news" integer not null,
  "reports" integer not null,
  "work" integer not null,
  "last_day" date not null,
  "networks" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index api_key_owner on api_key (user_id);

-- The hash of each key, and its requests of the current minute.
create table "api_key_use" (
  "key_id" bigint primary key references api_key (id) on delete cascade,
  "hash" bytea not null unique,
  "minute_from" timestamptz not null default 'epoch',
  "requests" integer not null default 0
);
