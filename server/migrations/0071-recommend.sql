-- Projects recommended to the platform.
create table "recommend" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "project_name" text not null,
  "project_address" text not null,
  "project_curator" text not null,
  "position_title" text,
  "phone" text not null,
  "mailbox" text,
  "investment_amount" numeric(18,6),
  "year" text,
  "project_overview" text not null,
  "demand_overview" text,
  "recommend_state" text,
  "recommend_user" bigint,
  "apply_time" timestamptz,
  "recommend_time" timestamptz,
  "qr_code" text,
  "project_uuid" text,
  "version" integer,
  "process_definition_id" text,
  "process_instance_id" text,
  "task_user" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index recommend_own on "recommend" (create_user, create_time desc, id desc) where is_deleted = 0;
create index recommend_all on "recommend" (tenant_id, create_time desc, id desc) where is_deleted = 0;
