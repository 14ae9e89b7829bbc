create table "notice" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "title" text not null,
  "category" integer not null,
  "release_time" timestamptz not null,
  "content" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index notice_newest on "notice" (tenant_id, release_time desc, id desc) where is_deleted = 0;

create table notice_read (
  user_id bigint not null,
  notice_id bigint not null,
  read_at timestamptz not null default now(),
  primary key (user_id, notice_id)
);
