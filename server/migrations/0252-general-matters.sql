-- Forms of matters that administrators declare, and the matters that were started with them (docs/decisions/0162).
create table "matter_form" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "name" text not null,
  "name_en" text,
  "note" text,
  "is_open" smallint not null,
  "start_roles" bigint[],
  "fields" jsonb,
  "category_key" integer,
  "version" integer,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create unique index matter_form_name_key on matter_form (tenant_id, fold("name")) where is_deleted = 0;
create unique index matter_form_category on matter_form (category_key) where is_deleted = 0;

-- Each version of the fields of a form: a matter keeps the one with which it was started.
create table "matter_form_version" (
  "form_id" bigint not null references "matter_form" on delete cascade,
  "version" integer not null,
  "fields" jsonb not null,
  "create_time" timestamptz not null default now(),
  primary key (form_id, version)
);

create table "general_matter" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "title" text not null,
  "form_id" bigint not null,
  "form_version" integer not null,
  "apply_time" timestamptz,
  "task_user" bigint,
  "matter_state" text,
  "process_definition_id" bigint,
  "process_instance_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index general_matter_own on general_matter (create_user, create_time desc, id desc) where is_deleted = 0;
create index general_matter_form on general_matter (form_id);

create table "general_matter_content" (
  "matter_id" bigint primary key references "general_matter" on delete cascade,
  -- values by the codes of the fields, and what they were before each correction
  "content" jsonb not null,
  "earlier" jsonb not null default '[]',
  -- the files in both, which those may open who read the matter
  "files" bigint[] not null default '{}'
);
create index general_matter_files on general_matter_content using gin (files) where files <> '{}';
