-- Private networks (5G专网), with the number of them that the home page shows, kept as the figures of the library are (docs/decisions/0141).
create table "private_network" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "network_name" text not null,
  "commpany_name" text not null,
  "organization_code" text not null,
  "operator" integer not null,
  "network_mode" integer not null,
  "build_stage" integer,
  "open_date" date,
  "province" text not null,
  "city" text not null,
  "park" text,
  "industry" text,
  "macro_sites" integer,
  "indoor_units" integer,
  "upf_mode" integer,
  "mec_mode" integer,
  "slices" integer,
  "terminals" integer,
  "bandwidth_mbps" numeric(18,6),
  "latency_ms" numeric(18,6),
  "scenes" integer[],
  "contract_no" text,
  "investment" numeric(18,6),
  "contact" text,
  "pid" bigint,
  "remark" text,
  "demo" integer,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

-- A contract covers one network of an organisation; how its number is written makes no difference.
create unique index private_network_contract on private_network (tenant_id, organization_code, fold(contract_no))
  where is_deleted = 0 and contract_no is not null;

-- Lists: of all, of an organisation, an operator, a province, a region, removed ones; one for the order by each column, and one for texts.
create index private_network_newest on private_network (tenant_id, create_time desc, id desc) where is_deleted = 0;
create index private_network_code on private_network (tenant_id, organization_code, create_time desc, id desc) where is_deleted = 0;
create index private_network_operator on private_network (tenant_id, operator, create_time desc, id desc) where is_deleted = 0;
create index private_network_province on private_network (tenant_id, province, create_time desc, id desc) where is_deleted = 0;
create index private_network_in_city on private_network (tenant_id, (left(city, 4)), create_time desc, id desc) include (city, operator)
  where is_deleted = 0;
create index private_network_in_province on private_network (tenant_id, (left(city, 2)), create_time desc, id desc) include (city, operator)
  where is_deleted = 0;
create index private_network_removed on private_network (tenant_id, update_time desc, id desc) where is_deleted = 1;
create index private_network_by_network_name on private_network (tenant_id, network_name collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index private_network_by_commpany_name on private_network (tenant_id, commpany_name collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index private_network_by_operator on private_network (tenant_id, operator desc nulls last, id desc) where is_deleted = 0;
create index private_network_by_network_mode on private_network (tenant_id, network_mode desc nulls last, id desc) where is_deleted = 0;
create index private_network_by_province on private_network (tenant_id, province desc nulls last, id desc) where is_deleted = 0;
create index private_network_by_city on private_network (tenant_id, city desc nulls last, id desc) where is_deleted = 0;
create index private_network_by_build_stage on private_network (tenant_id, build_stage desc nulls last, id desc) where is_deleted = 0;
create index private_network_by_open_date on private_network (tenant_id, open_date desc nulls last, id desc) where is_deleted = 0;
create index private_network_pid on private_network (pid) where is_deleted = 0 and pid is not null;
create index private_network_pairs on private_network using gin (pairs(fold(coalesce("network_name", '') || ' ' || coalesce("commpany_name", ''))))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
alter index private_network_pairs alter column 1 set statistics 0;
create statistics private_network_regions on (left(city, 4)), (left(city, 2)) from private_network;

-- Every change invalidates the cached figures of the home page, also a change outside the server.
insert into epoch (name) values ('private_network');
create trigger private_network_counts after insert or update or delete or truncate on private_network
  execute function count_epoch('private_network');

-- What a statement changed, and the numbers that are kept. The job `figures` applies the changes.
create table private_network_change (
  tenant_id text not null,
  province text not null,
  networks bigint not null,
  demo bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create table private_network_figure (
  tenant_id text not null,
  province text not null,
  networks bigint not null,
  demo bigint not null,
  primary key (tenant_id, province)
) with (fillfactor = 70);

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
      create function private_network_figures_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into private_network_change
        select * from (
          select tenant_id, province, sum(sign) as networks, coalesce(sum(sign) filter (where demo = 1), 0) as demo
          from (%3$s) t where is_deleted = 0 group by 1, 2) c
        where networks <> 0 or demo <> 0;
        return null;
      end $body$;
      create trigger private_network_figures_%1$s after %1$s on private_network referencing %2$s
        for each statement execute function private_network_figures_%1$s();
    $sql$, operation.name, operation.tables, operation.rows);
  end loop;
end $do$;

-- The numbers as they are now: kept ones, and changes that are not applied yet.
create view private_network_now as
  select * from private_network_figure
  union all
  select * from private_network_change;

-- Applies the changes and returns how many there were. One caller at a time; the others do nothing.
create function apply_private_network_changes() returns bigint language plpgsql as $$
declare
  applied bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('apply_private_network_changes')) then return 0; end if;
  with change as (delete from private_network_change returning *),
  figures as (
    insert into private_network_figure as f
    select tenant_id, province, sum(networks), sum(demo) from change group by 1, 2
    on conflict (tenant_id, province) do update set networks = f.networks + excluded.networks, demo = f.demo + excluded.demo)
  select count(*) into applied from change;
  return applied;
end $$;

-- Counts all rows again. Writers wait until the transaction ends.
create function recount_private_networks() returns void language plpgsql as $$
begin
  lock table private_network in share mode;
  delete from private_network_change;
  delete from private_network_figure;
  insert into private_network_figure
  select tenant_id, province, count(*), count(*) filter (where demo = 1) from private_network where is_deleted = 0 group by 1, 2;
end $$;

create function private_network_figures_truncate() returns trigger language plpgsql as $$
begin
  perform recount_private_networks();
  return null;
end $$;
create trigger private_network_figures_truncate after truncate on private_network
  for each statement execute function private_network_figures_truncate();
