-- Functions that all tables use, the tables of the entities, and the other tables.

create extension if not exists pg_trgm;

-- Ids increase and are unique across all tables. They do not depend on a clock.
create sequence row_id start 1800000000000000001;
create function next_id() returns bigint language sql as $$ select nextval('row_id') $$;

-- Cache versions: each server compares them to detect that its cache is out of date.
create table epoch (name text primary key, version bigint not null default 1);
insert into epoch (name) values ('rights'), ('dict'), ('region'), ('industry');
create function count_epoch() returns trigger language plpgsql as $$
begin
  update epoch set version = version + 1 where name = tg_argv[0];
  return null;
end $$;

create table "user" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "account" text not null,
  "name" text not null,
  "real_name" text not null,
  "account_type" integer,
  "user_type" integer,
  "unit_name" text,
  "organization_code" text,
  "operator" integer,
  "region" text,
  "role_id" bigint[],
  "dept_id" bigint[],
  "post_id" bigint[],
  "phone" text,
  "email" text,
  "sex" integer,
  "birthday" date,
  "code" text,
  "avatar" text,
  "reason" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index user_account_key on "user" (tenant_id, "account") where is_deleted = 0;

create table "dept" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "parent_id" bigint not null default 0,
  "dept_name" text not null,
  "full_name" text not null,
  "dept_category" integer not null,
  "sort" integer not null,
  "remark" text,
  "ancestors" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create table "role" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "parent_id" bigint not null default 0,
  "role_name" text not null,
  "role_alias" text not null,
  "sort" integer not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index role_role_alias_key on "role" (tenant_id, "role_alias") where is_deleted = 0;

create table "post" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "category" integer not null,
  "post_code" text not null,
  "post_name" text not null,
  "sort" integer not null,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index post_post_code_key on "post" (tenant_id, "post_code") where is_deleted = 0;

create table "dict" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "code" text not null,
  "parent_id" bigint not null default 0,
  "dict_key" text,
  "dict_value" text not null,
  "dict_value_en" text,
  "sort" integer not null,
  "is_sealed" smallint not null,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create table "menu" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "parent_id" bigint not null default 0,
  "name" text not null,
  "name_en" text,
  "code" text not null,
  "alias" text not null,
  "path" text,
  "source" text,
  "component" text,
  "sort" integer not null,
  "category" integer not null,
  "action" integer,
  "is_open" integer,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index menu_code_key on "menu" (tenant_id, "code") where is_deleted = 0;

create table "param" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "param_name" text not null,
  "param_key" text not null,
  "param_value" text not null,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index param_param_key_key on "param" (tenant_id, "param_key") where is_deleted = 0;

create table "region" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "code" text not null,
  "parent_code" text not null,
  "name" text not null,
  "region_level" integer not null,
  "sort" integer,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index region_code_key on "region" (tenant_id, "code") where is_deleted = 0;

create table "data_scope" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "menu_id" bigint,
  "resource_code" text not null,
  "scope_name" text not null,
  "scope_field" text,
  "scope_class" text,
  "scope_column" text,
  "scope_type" integer not null,
  "scope_value" text,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create table "tenant_package" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "package_name" text not null,
  "menu_id" bigint[] not null,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create table "client" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "client_id" text not null,
  "client_secret" text,
  "authorized_grant_types" text not null,
  "scope" text not null,
  "access_token_validity" integer not null,
  "refresh_token_validity" integer not null,
  "web_server_redirect_uri" text,
  "remark" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index client_client_id_key on "client" (tenant_id, "client_id") where is_deleted = 0;

create table "attach" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "original_name" text not null,
  "name" text,
  "link" text,
  "domain_url" text,
  "extension" text,
  "attach_size" integer,
  "content_type" text,
  "sha256" text,
  "is_public" smallint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create table "company" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "commpany_name" text not null,
  "organization_code" text not null,
  "year" text,
  "account_type" integer not null,
  "operator" integer,
  "owner_type" integer,
  "size" integer,
  "industry" text,
  "province" text,
  "city" text,
  "address" text,
  "dept_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index company_organization_code_key on "company" (tenant_id, "organization_code") where is_deleted = 0;

create table "template" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "template_name" text not null,
  "year" text not null,
  "kind" integer not null,
  "enabled" smallint not null,
  "open_at" timestamptz not null,
  "close_at" timestamptz not null,
  "city_deadline" timestamptz,
  "province_deadline" timestamptz,
  "notice_days" integer not null,
  "regions" text[],
  "account_types" integer[],
  "max_per_company" integer not null,
  "allow_redeclare" smallint not null,
  "materials" jsonb,
  "guide" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create table "declaration" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "project_name" text,
  "commpany_name" text,
  "organization_code" text,
  "national_economy1" text,
  "national_economy2" text,
  "national_economy3" text,
  "national_economy4" text,
  "province" text,
  "city" text,
  "district" text,
  "address" text,
  "factory_level" integer,
  "build_type" integer,
  "build_stage" integer,
  "start_date" date,
  "finish_date" date,
  "operators" integer[],
  "total_investment" numeric(18,6),
  "five_g_investment" numeric(18,6),
  "network_investment" numeric(18,6),
  "fund_self" numeric(18,6),
  "fund_bank" numeric(18,6),
  "fund_gov" numeric(18,6),
  "project_overview" text,
  "pain_points" text,
  "innovation" text,
  "categorize" text,
  "template_id" bigint,
  "year" text,
  "company_id" bigint,
  "declare_no" text,
  "declare_status" integer,
  "stage_since" timestamptz,
  "completeness" integer,
  "loop" integer,
  "returned_from" integer,
  "operator" integer,
  "experts" bigint[],
  "task_user" bigint,
  "apply_time" timestamptz,
  "process_definition_id" text,
  "process_instance_id" text,
  "version" integer,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create table "library" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "project_name" text not null,
  "commpany_name" text not null,
  "organization_code" text not null,
  "categorize" text not null,
  "province" text not null,
  "city" text not null,
  "national_economy1" text,
  "national_economy2" text,
  "national_economy3" text,
  "national_economy4" text,
  "operator" integer not null,
  "year" text,
  "factory_level" integer,
  "network_mode" integer,
  "scenes" integer[],
  "investment" numeric(18,6),
  "terminals" integer,
  "declare_no" text,
  "pid" bigint,
  "listed_at" timestamptz,
  "is_benchmark" integer,
  "demo" integer,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create table "column" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "parent_id" bigint not null default 0,
  "name" text not null,
  "type" integer not null,
  "sort" integer not null,
  "is_open" smallint not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create table "file_release" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "title" text not null,
  "type" bigint not null,
  "attach_id" bigint not null,
  "source" text,
  "release_time" timestamptz not null,
  "is_published" smallint not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create table "press_release" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "title" text not null,
  "type" bigint not null,
  "connect" text not null,
  "source" text,
  "img_id" bigint,
  "release_time" timestamptz not null,
  "is_published" smallint not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create index press_release_newest on "press_release" (type, release_time desc, id desc) where is_deleted = 0;
create index file_release_newest on "file_release" (type, release_time desc, id desc) where is_deleted = 0;
create index file_release_attach on "file_release" (attach_id);
create index press_release_cover on "press_release" (img_id);

-- A key is unique within its dictionary. Root entries all have the key -1; their codes differ.
create unique index dict_code_key on "dict" (code, coalesce(dict_key, '')) where is_deleted = 0;
create index dict_parent on "dict" (parent_id) where is_deleted = 0;
create index menu_parent on "menu" (parent_id) where is_deleted = 0;
create index dept_parent on "dept" (parent_id) where is_deleted = 0;
create index region_parent on "region" (parent_code) where is_deleted = 0;
create index user_waiting on "user" (status, create_time) where is_deleted = 0;
create index user_phone on "user" (phone) where is_deleted = 0;
create index data_scope_menu on "data_scope" (menu_id) where is_deleted = 0;
create index attach_creator on "attach" (create_user) where is_deleted = 0;

-- Lists of the library show the newest rows first, unfiltered or by operator or province. A search matches any part of a name.
create index library_newest on "library" (tenant_id, create_time desc, id desc) where is_deleted = 0;
create index library_operator on "library" (tenant_id, operator, create_time desc, id desc) where is_deleted = 0;
create index library_province on "library" (tenant_id, province, create_time desc, id desc) where is_deleted = 0;
create index library_code on "library" (organization_code) where is_deleted = 0;
create index library_project_name on "library" using gin (project_name gin_trgm_ops) where is_deleted = 0;
create index library_company_name on "library" using gin (commpany_name gin_trgm_ops) where is_deleted = 0;
create unique index library_pid_key on "library" (pid) where is_deleted = 0 and pid is not null;

create index declaration_newest on "declaration" (tenant_id, create_time desc, id desc) where is_deleted = 0;
create index declaration_stage on "declaration" (tenant_id, declare_status, stage_since) where is_deleted = 0;
create index declaration_company on "declaration" (organization_code) where is_deleted = 0;
create index declaration_round on "declaration" (company_id, template_id) where is_deleted = 0;
create unique index declaration_number_key on "declaration" (declare_no) where declare_no is not null;

-- Applied seeds, each with the hash of its content.
create table seed_mark (name text primary key, hash text not null, at timestamptz not null default now());

-- Sessions. Tokens are stored only as SHA-256 hashes.
create table session (
  id bigint primary key default next_id(),
  user_id bigint not null,
  client_id text not null,
  access_hash bytea not null unique,
  refresh_hash bytea not null unique,
  -- the previous refresh token: its reuse indicates theft and ends the session
  spent_hash bytea,
  refreshed_at timestamptz not null default now(),
  access_ends timestamptz not null,
  refresh_ends timestamptz not null,
  must_change boolean not null default false,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  address text not null,
  agent text not null
);
create index session_of_user on session (user_id) where ended_at is null;
create index session_spent on session (spent_hash) where spent_hash is not null;

create table credential (
  user_id bigint primary key,
  hash text not null,
  is_initial boolean not null default false,
  changed_at timestamptz not null default now()
);

create table captcha (key text primary key, answer text not null, ends_at timestamptz not null);
create index captcha_ends on captcha (ends_at);

create table login_failure (
  account text not null,
  address text not null,
  failures integer not null default 1,
  last_at timestamptz not null default now(),
  primary key (account, address)
);

create table role_menu (role_id bigint not null, menu_id bigint not null, primary key (role_id, menu_id));
create table role_scope (
  role_id bigint not null,
  scope_id bigint not null,
  scope_category smallint not null,
  primary key (role_id, scope_category, scope_id)
);

create table request_key (
  user_id bigint not null,
  key text not null,
  hash bytea not null,
  answer jsonb,
  create_time timestamptz not null default now(),
  primary key (user_id, key)
);

-- Audit log: who changes which row, and how. It is append-only.
create table audit (
  id bigint primary key default next_id(),
  at timestamptz not null default now(),
  user_id bigint,
  request_id text not null,
  entity text not null,
  row_id bigint not null,
  verb text not null,
  before jsonb,
  after jsonb
);
create index audit_row on audit (entity, row_id, id);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'lines of % are never changed or removed', tg_table_name;
end $$;
create trigger audit_stays before update or delete or truncate on audit execute function refuse_change();

create table industry (code text primary key, name text not null, parent_code text, level smallint not null);
create index industry_parent on industry (parent_code, code);

-- Parts of a declaration as entered, one document per part.
create table declaration_part (
  pid bigint not null,
  part text not null,
  body jsonb not null,
  version integer not null default 1,
  saved_by bigint,
  saved_at timestamptz not null default now(),
  primary key (pid, part)
);
-- Files that a declaration refers to. Whoever may see the declaration may read them.
create table declaration_file (pid bigint not null, attach_id bigint not null, primary key (pid, attach_id));
create index declaration_file_attach on declaration_file (attach_id);
-- Immutable snapshots: one version per submission, with the SHA-256 hash of its text.
create table declaration_version (
  pid bigint not null,
  loop integer not null,
  snapshot jsonb not null,
  hash text not null,
  frozen_by bigint,
  frozen_at timestamptz not null default now(),
  primary key (pid, loop)
);
create trigger declaration_version_stays before update or delete on declaration_version execute function refuse_change();
create table declaration_move (
  id bigint primary key default next_id(),
  pid bigint not null,
  move text not null,
  from_stage integer not null,
  to_stage integer not null,
  loop integer not null default 0,
  user_id bigint,
  office text,
  comment text,
  remarks jsonb not null default '[]',
  score integer,
  conflict boolean not null default false,
  create_time timestamptz not null default now()
);
create index declaration_move_pid on declaration_move (pid, id);
create trigger declaration_move_stays before update or delete on declaration_move execute function refuse_change();
create table declaration_number (prefix text primary key, last integer not null);

create trigger role_counts after insert or update or delete or truncate on "role" execute function count_epoch('rights');
create trigger menu_counts after insert or update or delete or truncate on "menu" execute function count_epoch('rights');
create trigger role_menu_counts after insert or update or delete or truncate on "role_menu" execute function count_epoch('rights');
create trigger role_scope_counts after insert or update or delete or truncate on "role_scope" execute function count_epoch('rights');
create trigger data_scope_counts after insert or update or delete or truncate on "data_scope" execute function count_epoch('rights');
create trigger dict_counts after insert or update or delete or truncate on "dict" execute function count_epoch('dict');
create trigger region_counts after insert or update or delete or truncate on "region" execute function count_epoch('region');
create trigger industry_counts after insert or update or delete or truncate on "industry" execute function count_epoch('industry');
