create table "top_menu" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "code" text not null,
  "name" text not null,
  "name_en" text,
  "source" text not null,
  "sort" integer not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create unique index top_menu_code_key on "top_menu" (tenant_id, "code") where is_deleted = 0;
create table top_menu_setting (top_menu_id bigint not null, menu_id bigint not null, primary key (top_menu_id, menu_id));
