-- Figures of declarations are kept like those of listed projects (0184): by city for officers of a city, by province for all others.

-- What a statement changed: how many declarations came, less those that went, for each combination of the other columns.
create table declaration_change (
  tenant_id text not null,
  province text not null,
  city text not null,
  month text not null,
  declare_status integer not null,
  furthest_stage integer not null,
  stage_name text not null,
  stage_name_en text not null,
  declarations bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- `month` is that of the last submission, yyyy-MM. Missing texts are empty, and a missing furthest stage is -1.
create table declaration_city_figure (
  like declaration_change,
  primary key (tenant_id, province, city, month, declare_status, furthest_stage, stage_name, stage_name_en)
) with (fillfactor = 70);
create index declaration_city_figure_city on declaration_city_figure (tenant_id, (left(city, 4)));
-- `city` is the code of the province of the city, so that a data scope by region reads it.
create table declaration_province_figure (
  like declaration_change,
  primary key (tenant_id, province, city, month, declare_status, furthest_stage, stage_name, stage_name_en)
) with (fillfactor = 70);

-- Appends what a statement changed. A declaration whose other columns changed cancels itself.
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
      create function declaration_figures_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into declaration_change
        select tenant_id, coalesce(province, ''), coalesce(city, ''),
          coalesce(to_char(apply_time at time zone 'Asia/Shanghai', 'YYYY-MM'), ''), coalesce(declare_status, 0),
          coalesce(furthest_stage, -1), coalesce(stage_name, ''), coalesce(stage_name_en, ''), sum(sign)
        from (%3$s) t where is_deleted = 0 group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(sign) <> 0;
        return null;
      end $body$;
      create trigger declaration_figures_%1$s after %1$s on declaration referencing %2$s for each statement
        execute function declaration_figures_%1$s();
    $sql$, operation.name, operation.tables, operation.rows);
  end loop;
end $do$;

-- The figures as they are now, with the names of the columns that data scopes read. A combination can occur several times.
create view declaration_city_now as
  select *, 0::smallint as is_deleted from declaration_city_figure
  union all
  select *, 0::smallint from declaration_change;
create view declaration_province_now as
  select *, 0::smallint as is_deleted from declaration_province_figure
  union all
  select tenant_id, province, rpad(left(city, 2), length(city), '0'), month, declare_status, furthest_stage, stage_name, stage_name_en,
    declarations, 0::smallint
  from declaration_change;

-- Applies the changes to the figures and returns how many there were. One caller at a time; the others do nothing.
create function apply_declaration_changes() returns bigint language plpgsql as $$
declare
  applied bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('apply_declaration_changes')) then return 0; end if;
  with change as (delete from declaration_change returning *),
  cities as (
    insert into declaration_city_figure as f
    select tenant_id, province, city, month, declare_status, furthest_stage, stage_name, stage_name_en, sum(declarations)
    from change group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(declarations) <> 0
    on conflict (tenant_id, province, city, month, declare_status, furthest_stage, stage_name, stage_name_en)
    do update set declarations = f.declarations + excluded.declarations),
  provinces as (
    insert into declaration_province_figure as f
    select tenant_id, province, rpad(left(city, 2), length(city), '0'), month, declare_status, furthest_stage, stage_name, stage_name_en,
      sum(declarations)
    from change group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(declarations) <> 0
    on conflict (tenant_id, province, city, month, declare_status, furthest_stage, stage_name, stage_name_en)
    do update set declarations = f.declarations + excluded.declarations)
  select count(*) into applied from change;
  return applied;
end $$;

-- Counts all rows again. Writers of declarations wait until the transaction ends.
create function recount_declarations() returns void language plpgsql as $$
begin
  lock table declaration in share mode;
  delete from declaration_change;
  delete from declaration_city_figure;
  delete from declaration_province_figure;
  insert into declaration_change
  select tenant_id, coalesce(province, ''), coalesce(city, ''),
    coalesce(to_char(apply_time at time zone 'Asia/Shanghai', 'YYYY-MM'), ''), coalesce(declare_status, 0),
    coalesce(furthest_stage, -1), coalesce(stage_name, ''), coalesce(stage_name_en, ''), count(*)
  from declaration where is_deleted = 0 group by 1, 2, 3, 4, 5, 6, 7, 8;
  perform apply_declaration_changes();
end $$;

create function declaration_figures_truncate() returns trigger language plpgsql as $$
begin
  perform recount_declarations();
  return null;
end $$;
create trigger declaration_figures_truncate after truncate on declaration for each statement execute function declaration_figures_truncate();

select recount_declarations();
