-- What the site says about itself. An empty content is the text that the platform brings (server/news/statements).
create table "statement" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "code" text not null,
  "title" text not null,
  "title_en" text not null,
  "content" text,
  "content_en" text,
  "is_material" smallint,
  "version" integer not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create unique index statement_code_key on "statement" (tenant_id, "code") where is_deleted = 0;

insert into statement (code, title, title_en, version) values
  ('privacy', '隐私政策', 'Privacy policy', 1),
  ('terms', '用户协议', 'Terms of use', 1),
  ('accessibility', '无障碍声明', 'Accessibility', 1),
  ('site', '网站声明', 'About this site', 1),
  ('correction', '网站纠错', 'Report an error', 1);

-- Public pages are cached until news change (server/news/stamp.ts).
create trigger statement_counts after insert or update or delete or truncate on statement execute function count_epoch('news');
