create table "api_scope" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "menu_id" bigint,
  "resource_code" text not null,
  "scope_name" text not null,
  "scope_path" text not null,
  "scope_type" integer not null,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create trigger api_scope_counts after insert or update or delete or truncate on "api_scope" execute function count_epoch('rights');
