create table "job_container" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "container_name" text not null,
  "remark" text,
  "export_names" text,
  "active_hash" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index job_container_container_name_key on "job_container" (tenant_id, fold("container_name")) where is_deleted = 0;

-- The versions of a module. A version is its bytes, so it never changes.
create table job_container_version (
  container_id bigint not null references job_container on delete cascade,
  hash text not null,
  -- Text in UTF-8; the hash is that of its bytes.
  source text not null,
  bytes integer not null,
  exports text[] not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  primary key (container_id, hash)
);
