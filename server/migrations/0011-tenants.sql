-- The host of a URL. It identifies the tenant at login.
create function host_of(address text) returns text language sql immutable as $$
  select lower(substring(address from '^[a-zA-Z]+://([^/?#]+)'))
$$;

create table "tenant" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null,
  "tenant_name" text not null,
  "linkman" text not null,
  "contact_number" text,
  "address" text,
  "domain_url" text,
  "background_url" text,
  "account_number" integer,
  "expire_time" timestamptz,
  "package_id" bigint,
  "datasource_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
-- A tenant number is never reused, even after the tenant is removed. A host belongs to one tenant only.
create unique index tenant_tenant_id_key on "tenant" (tenant_id);
create unique index tenant_domain_url_key on "tenant" (host_of(domain_url)) where is_deleted = 0;

-- The package of a tenant limits the menus of its roles, so changes of either invalidate the cached permissions.
create trigger tenant_package_counts after insert or update or delete or truncate on "tenant_package"
  execute function count_epoch('rights');
create trigger tenant_counts after insert or update of package_id or delete or truncate on "tenant"
  execute function count_epoch('rights');

create table "dict_biz" (
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
create unique index dict_biz_code_key on "dict_biz" (tenant_id, code, coalesce(dict_key, '')) where is_deleted = 0;
create index dict_biz_parent on "dict_biz" (parent_id) where is_deleted = 0;

-- Each tenant numbers its declarations independently.
drop index declaration_number_key;
create unique index declaration_number_key on "declaration" (tenant_id, declare_no) where declare_no is not null;
alter table declaration_number add column tenant_id text not null default '000000';
alter table declaration_number drop constraint declaration_number_pkey, add primary key (tenant_id, prefix);
