-- Finished stays of declarations in the stages of a review are kept by their length, so that the median days of the dashboard do not
-- read every step (docs/decisions/0141).

-- The finished stays of these declarations, in tenths of a day: from the step that led into a stage to the one that led out of it.
-- `without` leaves out steps.
create function declaration_stays(ids bigint[], without bigint[] default '{}')
returns table (of_declaration bigint, stage integer, tenths integer)
language sql stable as $$
  select s.pid, s.to_stage, round(extract(epoch from s.left_at - s.create_time) / 8640)::integer
  from (select m.pid, m.to_stage, m.create_time, lead(m.create_time) over (partition by m.pid order by m.id) as left_at
    from declaration_move m where m.pid = any(ids) and m.from_stage <> m.to_stage and m.id <> all(without)) s
  where s.left_at is not null and s.to_stage in (10, 20, 30, 40, 50, 60)
$$;

-- What a statement changed: how many stays came, less those that went. `month` is that of the last submission, as in 0188.
create table declaration_stay_change (
  tenant_id text not null,
  province text not null,
  city text not null,
  month text not null,
  declare_status integer not null,
  stage integer not null,
  tenths integer not null,
  stays bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The number of stays by their length, in tenths of a day: of the country, of each province and of each city (`digits` of its code).
-- A place without digits is empty; that of a province has the code of the province as its city, so that a data scope by region reads it.
create table declaration_stay_figure (
  digits integer not null,
  tenant_id text not null,
  province text not null,
  city text not null,
  month text not null,
  declare_status integer not null,
  stage integer not null,
  stays jsonb not null,
  primary key (digits, tenant_id, province, city, month, declare_status, stage)
) with (fillfactor = 70);
create index declaration_stay_figure_city on declaration_stay_figure (tenant_id, (left(city, 4)), month) where digits = 4;
create index declaration_stay_figure_province on declaration_stay_figure (tenant_id, (left(city, 2)), month) where digits = 2;

create function declaration_month(apply_time timestamptz) returns text language sql stable as $$
  select coalesce(to_char(apply_time at time zone 'Asia/Shanghai', 'YYYY-MM'), '')
$$;

-- All stays of a declaration that another figure has now, or none.
create function declaration_stays_moved() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into declaration_stay_change
  select d.tenant_id, coalesce(d.province, ''), coalesce(d.city, ''), declaration_month(d.apply_time), coalesce(d.declare_status, 0),
    s.stage, s.tenths, sum(d.sign)
  from (select 1 as sign, new.tenant_id, new.province, new.city, new.apply_time, new.declare_status, new.is_deleted, new.furthest_stage
      union all
      select -1, old.tenant_id, old.province, old.city, old.apply_time, old.declare_status, old.is_deleted, old.furthest_stage) d
    cross join declaration_stays(array[coalesce(new.id, old.id)]) s
  where d.is_deleted = 0 and d.furthest_stage >= 0
  group by 1, 2, 3, 4, 5, 6, 7 having sum(d.sign) <> 0;
  return null;
end $$;
create trigger declaration_stays_moved after update on declaration for each row
  when (row(old.tenant_id, old.province, old.city, old.apply_time, old.declare_status, old.is_deleted, old.furthest_stage)
    is distinct from row(new.tenant_id, new.province, new.city, new.apply_time, new.declare_status, new.is_deleted, new.furthest_stage)
    and (old.furthest_stage >= 0 or new.furthest_stage >= 0))
  execute function declaration_stays_moved();
create trigger declaration_stays_inserted after insert on declaration for each row when (new.furthest_stage >= 0)
  execute function declaration_stays_moved();
create trigger declaration_stays_deleted after delete on declaration for each row when (old.furthest_stage >= 0)
  execute function declaration_stays_moved();

-- A step into another stage ends a stay. It waits for other writers of its declaration, as in 0189. No statement may add such a step
-- and change the figure of its declaration: this trigger reads the declaration as it is after the statement.
create function declaration_stays_ended() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  changed bigint[] := array(select distinct pid from added where from_stage <> to_stage);
  steps bigint[] := array(select id from added);
begin
  if cardinality(changed) = 0 then return null; end if;
  perform from declaration where id = any(changed) order by id for no key update;
  insert into declaration_stay_change
  select d.tenant_id, coalesce(d.province, ''), coalesce(d.city, ''), declaration_month(d.apply_time), coalesce(d.declare_status, 0),
    s.stage, s.tenths, sum(s.sign)
  from (select 1 as sign, * from declaration_stays(changed)
      union all
      select -1, * from declaration_stays(changed, steps)) s
    join declaration d on d.id = s.of_declaration
  where d.is_deleted = 0 and d.furthest_stage >= 0
  group by 1, 2, 3, 4, 5, 6, 7 having sum(s.sign) <> 0;
  return null;
end $$;
create trigger declaration_stays_ended after insert on declaration_move referencing new table as added
  for each statement execute function declaration_stays_ended();

-- The changes as rows of the figures of the country, the provinces and the cities.
create view declaration_stay_changed as
  select d.digits, c.tenant_id, case d.digits when 0 then '' else c.province end as province,
    case d.digits when 0 then '' when 2 then rpad(left(c.city, 2), length(c.city), '0') else c.city end as city,
    c.month, c.declare_status, c.stage, c.tenths, c.stays
  from declaration_stay_change c cross join (values (0), (2), (4)) d (digits);

-- The figures as they are now, with the names of the columns that data scopes read. A combination can occur several times.
create view declaration_stay_now as
  select f.digits, f.tenant_id, f.province, f.city, f.month, f.declare_status, f.stage, t.key::integer as tenths, t.value::bigint as stays
  from declaration_stay_figure f cross join lateral jsonb_each_text(f.stays) t
  union all
  select * from declaration_stay_changed;

-- Applies the changes to the figures and returns how many there were. One caller at a time; the others do nothing.
create function apply_stay_changes() returns bigint language plpgsql as $$
declare
  applied bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('apply_stay_changes')) then return 0; end if;
  -- all parts of a statement see the same changes
  with gone as (delete from declaration_stay_change returning 1),
  added as (
    insert into declaration_stay_figure as f
    select digits, tenant_id, province, city, month, declare_status, stage, jsonb_object_agg(tenths, stays)
    from (select digits, tenant_id, province, city, month, declare_status, stage, tenths, sum(stays) as stays
      from declaration_stay_changed group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(stays) <> 0) t
    group by 1, 2, 3, 4, 5, 6, 7
    on conflict (digits, tenant_id, province, city, month, declare_status, stage)
    do update set stays = add_counts(f.stays, excluded.stays))
  select count(*) into applied from gone;
  return applied;
end $$;

-- Counts all stays again. Writers of declarations and steps wait until the transaction ends.
create function recount_stays() returns void language plpgsql as $$
begin
  lock table declaration, declaration_move in share mode;
  delete from declaration_stay_change;
  delete from declaration_stay_figure;
  insert into declaration_stay_change
  select d.tenant_id, coalesce(d.province, ''), coalesce(d.city, ''), declaration_month(d.apply_time), coalesce(d.declare_status, 0),
    s.stage, s.tenths, count(*)
  from declaration_stays(array(select id from declaration where is_deleted = 0 and furthest_stage >= 0)) s
    join declaration d on d.id = s.of_declaration
  group by 1, 2, 3, 4, 5, 6, 7;
  perform apply_stay_changes();
end $$;

create function declaration_stays_truncated() returns trigger language plpgsql as $$
begin
  perform recount_stays();
  return null;
end $$;
create trigger declaration_stays_truncated after truncate on declaration for each statement execute function declaration_stays_truncated();

select recount_stays();
