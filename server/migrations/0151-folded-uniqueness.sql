-- What is unique is unique in the folded form. Rows that differ only in their form may exist: then the index stays as it was, and
-- folded_doubles() lists them. fold_indexes() tries again at each start.
create function folded_indexes() returns table (index_name text, table_name text, keys text, condition text, shown text)
language sql stable as $$
  values ('user_account_key', 'user', 'tenant_id, fold("account")', 'is_deleted = 0', 'account'),
    ('role_role_alias_key', 'role', 'tenant_id, fold("role_alias")', 'is_deleted = 0', 'role_alias'),
    ('post_post_code_key', 'post', 'tenant_id, fold("post_code")', 'is_deleted = 0', 'post_code'),
    ('menu_code_key', 'menu', 'tenant_id, fold("code")', 'is_deleted = 0', 'code'),
    ('top_menu_code_key', 'top_menu', 'tenant_id, fold("code")', 'is_deleted = 0', 'code'),
    ('param_param_key_key', 'param', 'tenant_id, fold("param_key")', 'is_deleted = 0', 'param_key'),
    ('region_code_key', 'region', 'tenant_id, fold("code")', 'is_deleted = 0', 'code'),
    ('client_client_id_key', 'client', 'tenant_id, fold("client_id")', 'is_deleted = 0', 'client_id'),
    ('company_organization_code_key', 'company', 'tenant_id, fold("organization_code")', 'is_deleted = 0', 'organization_code'),
    ('sms_sms_code_key', 'sms', 'tenant_id, fold("sms_code")', 'is_deleted = 0', 'sms_code'),
    ('oss_oss_code_key', 'oss', 'tenant_id, fold("oss_code")', 'is_deleted = 0', 'oss_code'),
    ('datasource_name_key', 'datasource', 'tenant_id, fold("name")', 'is_deleted = 0', 'name'),
    ('dict_code_key', 'dict', 'fold(code), fold(coalesce(dict_key, ''''))', 'is_deleted = 0', 'code || '' '' || dict_key'),
    ('dict_biz_code_key', 'dict_biz', 'tenant_id, fold(code), fold(coalesce(dict_key, ''''))', 'is_deleted = 0',
      'code || '' '' || dict_key'),
    ('declaration_number_key', 'declaration', 'tenant_id, fold(declare_no)', 'declare_no is not null', 'declare_no')
$$;

create function unfolded_indexes() returns table (index_name text, table_name text, keys text, condition text, shown text)
language sql stable as $$
  select f.* from folded_indexes() f join pg_indexes i on i.schemaname = current_schema() and i.indexname = f.index_name
  where i.indexdef not like '%fold(%'
$$;

-- Makes the unique indexes folded where no doubles are in the way; others can read and write meanwhile, but for moments.
create function fold_indexes() returns void language plpgsql as $$
declare f record;
begin
  for f in select * from unfolded_indexes() loop
    begin
      execute format('create unique index %I on %I (%s) where %s', f.index_name || '_folded', f.table_name, f.keys, f.condition);
      execute format('drop index %I', f.index_name);
      execute format('alter index %I rename to %I', f.index_name || '_folded', f.index_name);
      if f.table_name = 'user' then drop index if exists user_account_any_case_key; end if;
    exception when unique_violation then null;
    end;
  end loop;
end $$;

-- The rows of each tenant that are equal when folded, oldest first.
create function folded_doubles() returns table (index_name text, table_name text, tenant_id text, ids text[], texts text[])
language plpgsql stable as $$
declare f record;
begin
  for f in select * from unfolded_indexes() loop
    return query execute format('select %L, %L, min(tenant_id), array_agg(id::text order by id), array_agg(%s order by id)
      from %I where %s group by %s having count(*) > 1 order by min(id)',
      f.index_name, f.table_name, f.shown, f.table_name, f.condition, f.keys);
  end loop;
end $$;

select fold_indexes();

-- Exact comparisons find their rows as before.
create index user_account on "user" (tenant_id, account) where is_deleted = 0;
create index region_code on "region" (tenant_id, code) where is_deleted = 0;
create index company_code on "company" (tenant_id, organization_code) where is_deleted = 0;
create index declaration_by_number on "declaration" (tenant_id, declare_no) where declare_no is not null;
create index dict_code on "dict" (code, dict_key) where is_deleted = 0;

-- Locks name the accounts in the folded form.
create or replace view locked_account as
select l.id, coalesce(u.tenant_id, '000000') as tenant_id, coalesce(u.account, left(l.name, 2) || '***') as account, u.real_name,
  u.id as user_id, l.kind, l.address, l.failures, l.last_at as failed_at, l.locked_until,
  u.create_user, u.create_dept, l.last_at as create_time, null::bigint as update_user, l.last_at as update_time,
  1 as status, 0::smallint as is_deleted
from login_lock l left join "user" u on u.tenant_id = l.tenant_id and fold(u.account) = l.name and u.is_deleted = 0;
