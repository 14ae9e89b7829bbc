-- Short texts for opinions: of a person, or of an office (dept_id).
create table "common_opinion" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "text" text not null,
  "is_office" smallint not null,
  "dept_id" bigint,
  "sort" integer,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

-- of the hash: a folded text may be too long for an index
create unique index common_opinion_own on common_opinion (create_user, md5(fold(text))) where dept_id is null and is_deleted = 0;
create unique index common_opinion_office on common_opinion (dept_id, md5(fold(text))) where is_deleted = 0;
