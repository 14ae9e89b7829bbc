-- Operators see the declarations that name them, in their region. A list of values has no index in the order of a list, so that all of them were
-- read for each page, count and figure (docs/decisions/0139). Each operator of a live declaration has a row, with the columns that
-- decide who sees it, how it is counted and whether it waits; declarations write it by themselves. With 300,000 declarations and as
-- many rows this takes 5 s on two idle cores, during which they can be read, but not written.
create table declaration_of_operator (
  operator integer not null,
  id bigint not null,
  tenant_id text not null,
  operators integer[] not null,
  organization_code text,
  province text,
  city text,
  declare_status integer,
  create_time timestamptz not null,
  furthest_stage integer,
  apply_time timestamptz,
  stage_since timestamptz,
  stage_name text,
  stage_name_en text,
  invited_code text,
  template_id bigint,
  primary key (id, operator)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

-- Writes the rows of a declaration, which its writers change one after the other.
create function declaration_named_operators() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  named integer[] := '{}';
begin
  if tg_op <> 'DELETE' and new.is_deleted = 0 then named := coalesce(new.operators, '{}'); end if;
  if tg_op <> 'INSERT' then delete from declaration_of_operator where id = old.id and operator <> all(named); end if;
  if cardinality(named) = 0 then return null; end if;
  insert into declaration_of_operator as d
    select distinct o, new.id, new.tenant_id, new.operators, new.organization_code, new.province, new.city, new.declare_status, new.create_time,
      new.furthest_stage, new.apply_time, new.stage_since, new.stage_name, new.stage_name_en, new.invited_code, new.template_id
    from unnest(named) o where o is not null
  on conflict (id, operator) do update set tenant_id = excluded.tenant_id, operators = excluded.operators,
    organization_code = excluded.organization_code, province = excluded.province, city = excluded.city,
    declare_status = excluded.declare_status, create_time = excluded.create_time, furthest_stage = excluded.furthest_stage,
    apply_time = excluded.apply_time, stage_since = excluded.stage_since, stage_name = excluded.stage_name,
    stage_name_en = excluded.stage_name_en, invited_code = excluded.invited_code, template_id = excluded.template_id;
  return null;
end $$;

create trigger declaration_operators_inserted after insert on declaration for each row
  when (new.operators <> '{}') execute function declaration_named_operators();
create trigger declaration_operators_updated after update on declaration for each row
  when ((old.operators <> '{}' or new.operators <> '{}')
    and row(old.is_deleted, old.tenant_id, old.operators, old.organization_code, old.province, old.city, old.declare_status, old.create_time,
        old.furthest_stage, old.apply_time, old.stage_since, old.stage_name, old.stage_name_en, old.invited_code, old.template_id)
      is distinct from row(new.is_deleted, new.tenant_id, new.operators, new.organization_code, new.province, new.city, new.declare_status,
        new.create_time, new.furthest_stage, new.apply_time, new.stage_since, new.stage_name, new.stage_name_en, new.invited_code,
        new.template_id))
  execute function declaration_named_operators();
create trigger declaration_operators_deleted after delete on declaration for each row
  when (old.operators <> '{}') execute function declaration_named_operators();

-- Writes all rows again. Writers of declarations wait until the transaction ends.
create function recount_operators() returns void language plpgsql as $$
begin
  lock table declaration in share mode;
  delete from declaration_of_operator;
  insert into declaration_of_operator
  select distinct o, id, tenant_id, operators, organization_code, province, city, declare_status, create_time, furthest_stage, apply_time, stage_since,
    stage_name, stage_name_en, invited_code, template_id
  from declaration cross join lateral unnest(operators) o where is_deleted = 0 and o is not null;
end $$;
create function declaration_operators_truncated() returns trigger language plpgsql as $$
begin
  perform recount_operators();
  return null;
end $$;
create trigger declaration_operators_truncated after truncate on declaration for each statement
  execute function declaration_operators_truncated();

select recount_operators();

-- In the order of a list, for the country, a province and a city, with all columns: counts and figures read an index only.
create index declaration_operator_country on declaration_of_operator (tenant_id, operator, create_time desc, id desc)
  include (city, declare_status, operators, organization_code, province, furthest_stage, apply_time, stage_since, stage_name, stage_name_en,
    invited_code, template_id);
create index declaration_operator_province on declaration_of_operator (tenant_id, operator, (left(city, 2)), create_time desc, id desc)
  include (city, declare_status, operators, organization_code, province, furthest_stage, apply_time, stage_since, stage_name, stage_name_en,
    invited_code, template_id);
create index declaration_operator_city on declaration_of_operator (tenant_id, operator, (left(city, 4)), create_time desc, id desc)
  include (city, declare_status, operators, organization_code, province, furthest_stage, apply_time, stage_since, stage_name, stage_name_en,
    invited_code, template_id);
create statistics declaration_operator_regions on (left(city, 4)), (left(city, 2)) from declaration_of_operator;
analyze declaration_of_operator;
