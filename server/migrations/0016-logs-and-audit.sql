-- Log of all calls that change data, and of all exports.
create table "log_api" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "type" integer,
  "title" text,
  "service_id" text,
  "server_host" text,
  "server_ip" text,
  "env" text,
  "method" text,
  "request_uri" text,
  "method_class" text,
  "method_name" text,
  "params" text,
  "remote_ip" text,
  "user_agent" text,
  "create_by" text,
  "request_id" text,
  "time" integer,
  "result" integer,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index log_api_newest on log_api (tenant_id, create_time desc, id desc) where is_deleted = 0;

-- Log of the platform's own events.
create table "log_usual" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "log_level" text,
  "log_id" text,
  "log_data" text,
  "service_id" text,
  "server_host" text,
  "server_ip" text,
  "env" text,
  "request_uri" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index log_usual_newest on log_usual (tenant_id, create_time desc, id desc) where is_deleted = 0;
create index log_usual_event on log_usual (log_id, id);

alter table log_error
  add column server_host text,
  add column server_ip text,
  add column env text;

-- The audit log stores account, name and address itself: accounts can be renamed, and no other table stores addresses permanently.
alter table audit rename column at to create_time;
alter table audit rename column user_id to create_user;
alter table audit
  add column tenant_id text not null default '000000',
  add column create_by text,
  add column real_name text,
  add column remote_ip text,
  add column row_title text,
  add column outcome integer not null default 1,
  add column create_dept bigint,
  add column update_user bigint,
  add column update_time timestamptz not null default now(),
  add column status integer not null default 1,
  add column is_deleted smallint not null default 0;
-- The table is append-only, so rows are in time order. A BRIN index suffices to find a day and costs little on writes.
create index audit_times on audit using brin (create_time);

-- Hash chain over the audit log: each hash covers one entry and the previous hash (docs/decisions/0021).
create table audit_seal (
  no bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);
create trigger audit_seal_stays before update or delete or truncate on audit_seal execute function refuse_change();
