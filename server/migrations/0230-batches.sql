-- Batches of declarations, each of a template (docs/decisions/0153). Only one of a template is open.
create table "batch" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "template_id" bigint not null,
  "batch_name" text not null,
  "batch_state" integer not null default 1,
  "city_deadline" timestamptz,
  "province_deadline" timestamptz,
  "close_at" timestamptz,
  "decision_deadline" timestamptz,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index batch_open on batch (template_id) where batch_state = 2 and is_deleted = 0;
create unique index batch_name on batch (template_id, fold(batch_name)) where is_deleted = 0;
