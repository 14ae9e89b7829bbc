create table "sms" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "category" integer not null,
  "sms_code" text not null,
  "template_id" text not null,
  "access_key" text not null,
  "secret_key" text not null,
  "region_id" text,
  "app_id" text,
  "sign_name" text not null,
  "endpoint" text,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index sms_sms_code_key on "sms" (tenant_id, "sms_code") where is_deleted = 0;

alter table "sms_message" add column "sms_code" text;

alter table "sms_message" add column "result" integer;

alter table "sms_message" add column "message_id" text;

alter table "sms_message" add column "fault" text;

create unique index sms_in_use on "sms" (tenant_id) where status = 2 and is_deleted = 0;

update "sms_message" set result = 3 where result is null;
