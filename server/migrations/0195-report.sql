create table "report" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "name" text not null,
  "name_en" text,
  "note" text,
  "note_en" text,
  "is_published" smallint not null,
  "content" jsonb,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
