-- Background jobs, as visible to their owner. A job continues after its request ends.
create table "background_job" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "kind" text not null,
  "resource" text not null,
  "state" text not null,
  "total" integer,
  "done" integer,
  "message" text,
  "file_name" text,
  "file_size" integer,
  "started_at" timestamptz,
  "ended_at" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index background_job_own on background_job (create_user, create_time desc, id desc) where is_deleted = 0;
create index background_job_open on background_job (create_time) where state in ('waiting', 'running');
create index background_job_oldest on background_job (create_time) where is_deleted = 0;
-- Each person has at most one running job of each kind, across all nodes.
create unique index background_job_one_running on background_job (create_user, kind) where state = 'running';

-- Execution state, internal to the server: the input, the node and its lease, and the stored result.
create table job_work (
  job_id bigint primary key references background_job (id) on delete cascade,
  lang text not null,
  dept_choice bigint,
  role_choice bigint,
  input jsonb not null,
  input_hash bytea not null,
  request_key text unique,
  node text,
  attempt integer not null default 0,
  lease_ends timestamptz,
  cancel_asked boolean not null default false,
  stored_name text,
  stored_in bigint,
  upload_name text,
  upload_in bigint,
  result jsonb,
  sealed text
);
