-- Operators see the declarations that name them, so their median days were counted from each step. Finished stays (0190) are kept for each
-- operator, too (docs/decisions/0141). With 30,000 declarations the new count takes 3 s on two busy cores,
-- in which nobody writes them.
alter table declaration_stay_change add column operators integer[] not null default '{}';
-- -1 for the stays of all declarations
alter table declaration_stay_figure add column operator integer not null default -1,
  drop constraint declaration_stay_figure_pkey,
  add primary key (digits, tenant_id, operator, province, city, month, declare_status, stage);
drop index declaration_stay_figure_city, declaration_stay_figure_province;
create index declaration_stay_figure_city on declaration_stay_figure (tenant_id, operator, (left(city, 4)), month) where digits = 4;
create index declaration_stay_figure_province on declaration_stay_figure (tenant_id, operator, (left(city, 2)), month) where digits = 2;

-- As in 0190, with the operators.
create or replace function declaration_stays_moved() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into declaration_stay_change
  select d.tenant_id, coalesce(d.province, ''), coalesce(d.city, ''), declaration_month(d.apply_time), coalesce(d.declare_status, 0),
    s.stage, s.tenths, sum(d.sign), coalesce(d.operators, '{}')
  from (select 1 as sign, new.tenant_id, new.province, new.city, new.apply_time, new.declare_status, new.is_deleted, new.furthest_stage,
        new.operators
      union all
      select -1, old.tenant_id, old.province, old.city, old.apply_time, old.declare_status, old.is_deleted, old.furthest_stage,
        old.operators) d
    cross join declaration_stays(array[coalesce(new.id, old.id)]) s
  where d.is_deleted = 0 and d.furthest_stage >= 0
  group by 1, 2, 3, 4, 5, 6, 7, 9 having sum(d.sign) <> 0;
  return null;
end $$;
drop trigger declaration_stays_moved on declaration;
create trigger declaration_stays_moved after update on declaration for each row
  when (row(old.tenant_id, old.province, old.city, old.apply_time, old.declare_status, old.is_deleted, old.furthest_stage, old.operators)
    is distinct from row(new.tenant_id, new.province, new.city, new.apply_time, new.declare_status, new.is_deleted, new.furthest_stage,
      new.operators)
    and (old.furthest_stage >= 0 or new.furthest_stage >= 0))
  execute function declaration_stays_moved();

create or replace function declaration_stays_ended() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  changed bigint[] := array(select distinct pid from added where from_stage <> to_stage);
  steps bigint[] := array(select id from added);
begin
  if cardinality(changed) = 0 then return null; end if;
  perform from declaration where id = any(changed) order by id for no key update;
  insert into declaration_stay_change
  select d.tenant_id, coalesce(d.province, ''), coalesce(d.city, ''), declaration_month(d.apply_time), coalesce(d.declare_status, 0),
    s.stage, s.tenths, sum(s.sign), coalesce(d.operators, '{}')
  from (select 1 as sign, * from declaration_stays(changed)
      union all
      select -1, * from declaration_stays(changed, steps)) s
    join declaration d on d.id = s.of_declaration
  where d.is_deleted = 0 and d.furthest_stage >= 0
  group by 1, 2, 3, 4, 5, 6, 7, 9 having sum(s.sign) <> 0;
  return null;
end $$;

-- The changes as rows of the figures of the country, the provinces and the cities: of all declarations and of each operator.
drop view declaration_stay_now, declaration_stay_changed;
create view declaration_stay_changed as
  select d.digits, c.tenant_id, case d.digits when 0 then '' else c.province end as province,
    case d.digits when 0 then '' when 2 then rpad(left(c.city, 2), length(c.city), '0') else c.city end as city,
    c.month, c.declare_status, c.stage, c.tenths, c.stays, o.operator
  from declaration_stay_change c cross join (values (0), (2), (4)) d (digits)
    cross join lateral (select -1 as operator union select unnest(c.operators)) o
  where o.operator is not null;
create view declaration_stay_now as
  select f.digits, f.tenant_id, f.province, f.city, f.month, f.declare_status, f.stage, t.key::integer as tenths, t.value::bigint as stays,
    f.operator
  from declaration_stay_figure f cross join lateral jsonb_each_text(f.stays) t
  union all
  select * from declaration_stay_changed;

create or replace function apply_stay_changes() returns bigint language plpgsql as $$
declare
  applied bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('apply_stay_changes')) then return 0; end if;
  -- all parts of a statement see the same changes
  with gone as (delete from declaration_stay_change returning 1),
  added as (
    insert into declaration_stay_figure as f (digits, tenant_id, operator, province, city, month, declare_status, stage, stays)
    select digits, tenant_id, operator, province, city, month, declare_status, stage, jsonb_object_agg(tenths, stays)
    from (select digits, tenant_id, operator, province, city, month, declare_status, stage, tenths, sum(stays) as stays
      from declaration_stay_changed group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(stays) <> 0) t
    group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (digits, tenant_id, operator, province, city, month, declare_status, stage)
    do update set stays = add_counts(f.stays, excluded.stays))
  select count(*) into applied from gone;
  return applied;
end $$;

create or replace function recount_stays() returns void language plpgsql as $$
begin
  lock table declaration, declaration_move in share mode;
  delete from declaration_stay_change;
  delete from declaration_stay_figure;
  insert into declaration_stay_change
  select d.tenant_id, coalesce(d.province, ''), coalesce(d.city, ''), declaration_month(d.apply_time), coalesce(d.declare_status, 0),
    s.stage, s.tenths, count(*), coalesce(d.operators, '{}')
  from declaration_stays(array(select id from declaration where is_deleted = 0 and furthest_stage >= 0)) s
    join declaration d on d.id = s.of_declaration
  group by 1, 2, 3, 4, 5, 6, 7, 9;
  perform apply_stay_changes();
end $$;

truncate declaration_stay_figure;
select recount_stays();
analyze declaration_stay_figure;
