-- Public notices of declarations, which are published as articles (docs/decisions/0163). Templates that exist do without.
alter table "template" add column "publishes_notice" smallint;
update "template" set "publishes_notice" = 0;

create table "public_notice" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "title" text not null,
  "template_id" bigint not null,
  "batch_id" bigint,
  "column_id" bigint not null,
  "intro" text,
  "organisation" text not null,
  "contact_name" text not null,
  "phone" text not null,
  "email" text,
  "post_address" text,
  "file_count" integer,
  "notice_state" integer not null default 1,
  "author" bigint,
  "publisher" bigint,
  "published_at" timestamptz,
  "notice_until" timestamptz,
  "withdrawal_by" bigint,
  "withdrawal_reason" text,
  "article_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index public_notice_template on public_notice (template_id);
create index public_notice_article on public_notice (article_id) where article_id is not null;

-- The ids that counted as one person with the author, and with who requested the withdrawal, when they did.
create table "public_notice_person" (
  "notice_id" bigint primary key references public_notice (id),
  "author" bigint[] not null default '{}',
  "withdrawal" bigint[] not null default '{}'
);

create table "public_notice_row" (
  "notice_id" bigint not null references public_notice (id),
  "declaration_id" bigint not null,
  primary key ("notice_id", "declaration_id")
);
create index public_notice_row_declaration on public_notice_row (declaration_id);

-- What waits for its notice to be published.
create index declaration_without_notice on declaration (template_id) where declare_status = 50 and notice_until is null and is_deleted = 0;

-- A notice that has to be published has no end before it is.
create or replace function declaration_notice_end(stored timestamptz, since timestamptz, of_template bigint) returns table (notice_end timestamptz)
language sql stable as $$
  select coalesce(stored, case when not exists (select 1 from template t where t.id = of_template and t.publishes_notice = 1)
    then since + make_interval(days => coalesce((select t.notice_days from template t where t.id = of_template), 0)) end)
$$;

drop trigger declaration_waits_notice on template;
create trigger declaration_waits_notice after update on template for each row
  when (row(old.notice_days, old.publishes_notice) is distinct from row(new.notice_days, new.publishes_notice))
  execute function notices_wait();
