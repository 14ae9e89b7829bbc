-- Figures of the listed projects are kept, because counting a million rows after each change takes seconds (docs/decisions/0141).
-- Triggers only append what a statement changed; the job `figures` applies the changes. So no writer waits for a figure.

-- What a statement changed: the sums of what came, less those of what went, for each combination of the first columns.
create table library_change (
  tenant_id text not null,
  year text not null,
  province text not null,
  city text not null,
  operator integer not null,
  section text not null,
  division text not null,
  month text not null,
  scenes integer[],
  projects bigint not null,
  networks bigint not null,
  investment numeric not null,
  terminals bigint not null,
  benchmarks bigint not null,
  demo bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Listed projects of a place in a year; `scenes` and `operators` are numbers of projects by key. Investment in 10,000 yuan.
create table library_place_figure (
  tenant_id text not null,
  year text not null,
  province text not null,
  city text not null,
  projects bigint not null,
  networks bigint not null,
  investment numeric not null,
  terminals bigint not null,
  benchmarks bigint not null,
  demo bigint not null,
  scenes jsonb not null,
  operators jsonb not null,
  primary key (tenant_id, year, province, city)
) with (fillfactor = 70);

-- Listed projects of a province by the month of their listing, yyyy-MM; `operators` and `sections` are numbers of projects by key.
create table library_month_figure (
  tenant_id text not null,
  month text not null,
  province text not null,
  projects bigint not null,
  networks bigint not null,
  investment numeric not null,
  terminals bigint not null,
  benchmarks bigint not null,
  operators jsonb not null,
  sections jsonb not null,
  primary key (tenant_id, month, province)
) with (fillfactor = 70);

create table library_division_figure (
  tenant_id text not null,
  division text not null,
  projects bigint not null,
  primary key (tenant_id, division)
) with (fillfactor = 70);

-- Numbers by key, added up; those of 0 are left out.
create function add_counts(a jsonb, b jsonb) returns jsonb language sql immutable strict parallel safe as $$
  select coalesce(jsonb_object_agg(key, n), '{}') from (
    select key, sum(value::bigint) as n from (select * from jsonb_each_text(a) union all select * from jsonb_each_text(b)) one
    group by key having sum(value::bigint) <> 0) sums
$$;

-- Appends what a statement changed. Rows that were only renamed cancel each other.
do $do$
declare
  operation record;
begin
  for operation in select * from (values
    ('insert', 'new table as new_rows', 'select 1 as sign, t.* from new_rows t'),
    ('delete', 'old table as old_rows', 'select -1 as sign, t.* from old_rows t'),
    ('update', 'new table as new_rows old table as old_rows', 'select 1 as sign, t.* from new_rows t union all select -1, t.* from old_rows t')
  ) t (name, tables, rows)
  loop
    execute format($sql$
      create function library_figures_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into library_change
        select * from (
          select tenant_id, coalesce(year, '') as year, province, city, operator, coalesce(national_economy1, '') as section,
            coalesce(national_economy2, '') as division,
            coalesce(to_char(listed_at at time zone 'Asia/Shanghai', 'YYYY-MM'), '') as month, scenes,
            sum(sign) as projects, coalesce(sum(sign) filter (where network_mode > 1), 0) as networks,
            sum(sign * coalesce(investment, 0)) as investment, sum(sign * coalesce(terminals, 0)::bigint) as terminals,
            coalesce(sum(sign) filter (where is_benchmark = 1), 0) as benchmarks, coalesce(sum(sign) filter (where demo = 1), 0) as demo
          from (%3$s) t where is_deleted = 0 group by 1, 2, 3, 4, 5, 6, 7, 8, 9) c
        where projects <> 0 or networks <> 0 or investment <> 0 or terminals <> 0 or benchmarks <> 0 or demo <> 0;
        return null;
      end $body$;
      create trigger library_figures_%1$s after %1$s on library referencing %2$s for each statement execute function library_figures_%1$s();
    $sql$, operation.name, operation.tables, operation.rows);
  end loop;
end $do$;

-- The figures as they are now: kept ones, and changes that are not applied yet. A place, month or division can occur several times.
create view library_place_now as
  select * from library_place_figure
  union all
  select tenant_id, year, province, city, projects, networks, investment, terminals, benchmarks, demo,
    coalesce((select jsonb_object_agg(scene, n) from (select scene, count(*) * projects as n from unnest(scenes) scene group by scene) t), '{}'),
    jsonb_build_object(operator, projects)
  from library_change;
create view library_month_now as
  select * from library_month_figure
  union all
  select tenant_id, month, province, projects, networks, investment, terminals, benchmarks, jsonb_build_object(operator, projects),
    case when section = '' then '{}' else jsonb_build_object(section, projects) end
  from library_change;
create view library_division_now as
  select * from library_division_figure
  union all
  select tenant_id, division, projects from library_change where division <> '';

-- Applies the changes to the figures and returns how many there were. One caller at a time; the others do nothing.
create function apply_library_changes() returns bigint language plpgsql as $$
declare
  applied bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('apply_library_changes')) then return 0; end if;
  with change as (delete from library_change returning *),
  place_sums as (
    select tenant_id, year, province, city, sum(projects) as projects, sum(networks) as networks, sum(investment) as investment,
      sum(terminals) as terminals, sum(benchmarks) as benchmarks, sum(demo) as demo
    from change group by 1, 2, 3, 4),
  place_scenes as (
    select tenant_id, year, province, city, jsonb_object_agg(scene, n) as scenes
    from (select tenant_id, year, province, city, scene, sum(projects) as n from change, unnest(scenes) scene group by 1, 2, 3, 4, 5) t
    group by 1, 2, 3, 4),
  place_operators as (
    select tenant_id, year, province, city, jsonb_object_agg(operator, n) as operators
    from (select tenant_id, year, province, city, operator, sum(projects) as n from change group by 1, 2, 3, 4, 5) t
    group by 1, 2, 3, 4),
  places as (
    insert into library_place_figure as f
    select s.*, coalesce(scenes, '{}'), operators
    from place_sums s join place_operators using (tenant_id, year, province, city) left join place_scenes using (tenant_id, year, province, city)
    on conflict (tenant_id, year, province, city) do update set projects = f.projects + excluded.projects,
      networks = f.networks + excluded.networks, investment = f.investment + excluded.investment,
      terminals = f.terminals + excluded.terminals, benchmarks = f.benchmarks + excluded.benchmarks, demo = f.demo + excluded.demo,
      scenes = add_counts(f.scenes, excluded.scenes), operators = add_counts(f.operators, excluded.operators)),
  month_sums as (
    select tenant_id, month, province, sum(projects) as projects, sum(networks) as networks, sum(investment) as investment,
      sum(terminals) as terminals, sum(benchmarks) as benchmarks
    from change group by 1, 2, 3),
  month_operators as (
    select tenant_id, month, province, jsonb_object_agg(operator, n) as operators
    from (select tenant_id, month, province, operator, sum(projects) as n from change group by 1, 2, 3, 4) t group by 1, 2, 3),
  month_sections as (
    select tenant_id, month, province, jsonb_object_agg(section, n) as sections
    from (select tenant_id, month, province, section, sum(projects) as n from change where section <> '' group by 1, 2, 3, 4) t
    group by 1, 2, 3),
  months as (
    insert into library_month_figure as f
    select s.*, operators, coalesce(sections, '{}')
    from month_sums s join month_operators using (tenant_id, month, province) left join month_sections using (tenant_id, month, province)
    on conflict (tenant_id, month, province) do update set projects = f.projects + excluded.projects,
      networks = f.networks + excluded.networks, investment = f.investment + excluded.investment,
      terminals = f.terminals + excluded.terminals, benchmarks = f.benchmarks + excluded.benchmarks,
      operators = add_counts(f.operators, excluded.operators), sections = add_counts(f.sections, excluded.sections)),
  divisions as (
    insert into library_division_figure as f
    select tenant_id, division, sum(projects) from change where division <> '' group by 1, 2
    on conflict (tenant_id, division) do update set projects = f.projects + excluded.projects)
  select count(*) into applied from change;
  return applied;
end $$;

-- Counts all rows again. Writers of the library wait until the transaction ends.
create function recount_library() returns void language plpgsql as $$
begin
  lock table library in share mode;
  delete from library_change;
  delete from library_place_figure;
  delete from library_month_figure;
  delete from library_division_figure;
  insert into library_change
  select tenant_id, coalesce(year, ''), province, city, operator, coalesce(national_economy1, ''), coalesce(national_economy2, ''),
    coalesce(to_char(listed_at at time zone 'Asia/Shanghai', 'YYYY-MM'), ''), scenes, count(*),
    count(*) filter (where network_mode > 1), sum(coalesce(investment, 0)), sum(coalesce(terminals, 0)::bigint),
    count(*) filter (where is_benchmark = 1), count(*) filter (where demo = 1)
  from library where is_deleted = 0 group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  perform apply_library_changes();
end $$;

create function library_figures_truncate() returns trigger language plpgsql as $$
begin
  perform recount_library();
  return null;
end $$;
create trigger library_figures_truncate after truncate on library for each statement execute function library_figures_truncate();

select recount_library();
