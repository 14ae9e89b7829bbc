alter table "attach" add column "storage_id" bigint;

create table "oss" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "category" integer not null,
  "oss_code" text not null,
  "endpoint" text,
  "transform_endpoint" text,
  "access_key" text,
  "secret_key" text,
  "bucket_name" text,
  "app_id" text,
  "region" text,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index oss_oss_code_key on "oss" (tenant_id, "oss_code") where is_deleted = 0;

create unique index oss_in_use on "oss" (tenant_id) where status = 2 and is_deleted = 0;

create index attach_stored on "attach" (storage_id) where storage_id is not null;

create index attach_name on "attach" ("name");

create table "arriving_file" (
  "name" text primary key,
  "storage_id" bigint,
  "since" timestamptz not null default now()
);

-- An attachment is created only by an upload, so the permission to add becomes the permission to upload.
update "menu" set code = 'attach_upload', alias = 'upload', name = '上传', name_en = 'Upload' where code = 'attach_add';
