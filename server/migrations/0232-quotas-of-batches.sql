-- How many declarations of a province or of a city a batch takes (docs/decisions/0153). What is taken is counted, by declaration_batch.
create table "batch_quota" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "batch_id" bigint not null,
  "region" text not null,
  "places" integer not null,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index batch_quota_region on batch_quota (batch_id, region) where is_deleted = 0;
