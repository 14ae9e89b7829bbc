create table "datasource" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "category" integer not null,
  "name" text not null,
  "driver_class" text not null,
  "url" text not null,
  "username" text not null,
  "password" text not null,
  "sharding_config" text,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index datasource_name_key on "datasource" (tenant_id, "name") where is_deleted = 0;
