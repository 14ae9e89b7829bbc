-- What the steps of a declaration say of its stage, once: conditions ask it of one declaration, and the rows of what waits keep it
-- (server/project/review/conditions.ts, docs/decisions/0139). `arrival` is the step with which it last entered the stage; only later
-- steps count. `open_experts` are those of `experts` who have neither scored since nor ever declared a conflict of interest.
create function declaration_facts(of_declaration bigint, of_stage integer, of_experts bigint[])
returns table (arrival bigint, approved_offices text[], approvers bigint[], open_experts bigint[], is_disputed boolean)
language sql stable as $$
  select a.id,
    array(select m.office from declaration_move m
      where m.pid = of_declaration and m.id > a.id and m.move = 'provinceApprove' and m.office is not null),
    array(select m.user_id from declaration_move m
      where m.pid = of_declaration and m.id > a.id and m.move = 'provinceApprove' and m.user_id is not null),
    array(select unnest(of_experts) except select m.user_id from declaration_move m
      where m.pid = of_declaration and m.move = 'score' and (m.conflict or m.id > a.id) order by 1),
    (select count(*) filter (where m.move = 'object') > count(*) filter (where m.move = 'dismiss') from declaration_move m
      where m.pid = of_declaration and m.id > a.id)
  from (select coalesce(max(m.id), 0) as id from declaration_move m
    where m.pid = of_declaration and m.to_stage = of_stage and m.from_stage <> m.to_stage offset 0) a
$$;

-- When a public notice ends: as the step that published it has stored, or by the template for one that no step has begun.
create function declaration_notice_end(stored timestamptz, since timestamptz, of_template bigint) returns table (notice_end timestamptz)
language sql stable as $$
  select coalesce(stored, since + make_interval(days => coalesce((select t.notice_days from template t where t.id = of_template), 0)))
$$;

-- The indexes of declarations in the order of the desk (0187): the rows below have it.
drop index declaration_waiting, declaration_waiting_in_province, declaration_waiting_in_city;

-- Declarations in the stages of reviewers, with the columns that decide for whom they wait, so that a count reads an index only.
-- Declarations and steps write it by themselves.
create table declaration_waiting (
  id bigint primary key,
  tenant_id text not null,
  province text,
  city text,
  declare_status integer not null,
  stage_until timestamptz,
  stage_since timestamptz,
  notice_end timestamptz,
  experts bigint[],
  approved_offices text[] not null,
  approvers bigint[] not null,
  open_experts bigint[] not null,
  is_disputed boolean not null
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

-- In the order of the desk, for the country, a province and a city; those at the experts only if all have answered.
create index declaration_waiting_country on declaration_waiting (tenant_id, declare_status, stage_until, stage_since, id)
  include (province, city, notice_end, approved_offices, approvers, is_disputed) where declare_status in (10, 20, 30, 50);
create index declaration_waiting_province on declaration_waiting (tenant_id, (left(city, 2)), declare_status, stage_until, stage_since, id)
  include (province, city, notice_end, approved_offices, approvers, is_disputed) where declare_status in (10, 20, 30, 50);
create index declaration_waiting_city on declaration_waiting (tenant_id, (left(city, 4)), declare_status, stage_until, stage_since, id)
  include (province, city, notice_end, approved_offices, approvers, is_disputed) where declare_status in (10, 20, 30, 50);
create index declaration_answered_country on declaration_waiting (tenant_id, stage_until, stage_since, id)
  include (province, city, declare_status, experts, open_experts) where declare_status = 40 and open_experts = '{}';
create index declaration_answered_province on declaration_waiting (tenant_id, (left(city, 2)), stage_until, stage_since, id)
  include (province, city, declare_status, experts, open_experts) where declare_status = 40 and open_experts = '{}';
create index declaration_answered_city on declaration_waiting (tenant_id, (left(city, 4)), stage_until, stage_since, id)
  include (province, city, declare_status, experts, open_experts) where declare_status = 40 and open_experts = '{}';
create statistics declaration_waiting_regions on (left(city, 4)), (left(city, 2)) from declaration_waiting;

-- Writes the rows of these declarations again, where something is different. It keeps the plans of its
-- statements: planning them takes ten times as long as they do.
create function list_waiting(ids bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  delete from declaration_waiting w where w.id = any(ids) and not exists (select 1 from declaration d
    where d.id = w.id and d.is_deleted = 0 and d.declare_status in (10, 20, 30, 40, 50));
  insert into declaration_waiting as w
    select d.id, d.tenant_id, d.province, d.city, d.declare_status, d.stage_until, d.stage_since, n.notice_end, d.experts,
      f.approved_offices, f.approvers, f.open_experts, f.is_disputed
    from declaration d cross join lateral declaration_facts(d.id, d.declare_status, d.experts) f
      left join lateral declaration_notice_end(d.notice_until, d.stage_since, d.template_id) n on d.declare_status = 50
    where d.id = any(ids) and d.is_deleted = 0 and d.declare_status in (10, 20, 30, 40, 50)
  on conflict (id) do update set tenant_id = excluded.tenant_id, province = excluded.province, city = excluded.city,
    declare_status = excluded.declare_status, stage_until = excluded.stage_until, stage_since = excluded.stage_since,
    notice_end = excluded.notice_end, experts = excluded.experts, approved_offices = excluded.approved_offices,
    approvers = excluded.approvers, open_experts = excluded.open_experts, is_disputed = excluded.is_disputed
  where w.* is distinct from excluded.*;
end $$;

create function declaration_waits() returns trigger language plpgsql as $$
begin
  perform list_waiting(array[case tg_op when 'DELETE' then old.id else new.id end]);
  return null;
end $$;
create trigger declaration_waits_inserted after insert on declaration for each row
  when (new.declare_status in (10, 20, 30, 40, 50)) execute function declaration_waits();
create trigger declaration_waits_updated after update on declaration for each row
  when (row(old.tenant_id, old.province, old.city, old.declare_status, old.is_deleted, old.stage_until, old.stage_since, old.notice_until,
      old.template_id, old.experts)
    is distinct from row(new.tenant_id, new.province, new.city, new.declare_status, new.is_deleted, new.stage_until, new.stage_since,
      new.notice_until, new.template_id, new.experts)
    and (old.declare_status in (10, 20, 30, 40, 50) or new.declare_status in (10, 20, 30, 40, 50)))
  execute function declaration_waits();
create trigger declaration_waits_deleted after delete on declaration for each row
  when (old.declare_status in (10, 20, 30, 40, 50)) execute function declaration_waits();

-- A step has locked its declaration already. Whoever has not waits here for the other writers, and then sees their steps.
create function steps_wait() returns trigger language plpgsql as $$
begin
  perform from declaration where id in (select pid from added) order by id for no key update;
  perform list_waiting(array(select distinct pid from added));
  return null;
end $$;
create trigger declaration_waits_steps after insert on declaration_move referencing new table as added
  for each statement execute function steps_wait();

-- Public notices whose end no step has stored end by their template.
create function notices_wait() returns trigger language plpgsql as $$
begin
  perform from declaration where template_id = new.id and declare_status = 50 and notice_until is null order by id for no key update;
  perform list_waiting(array(select id from declaration where template_id = new.id and declare_status = 50 and notice_until is null));
  return null;
end $$;
create trigger declaration_waits_notice after update on template for each row
  when (old.notice_days is distinct from new.notice_days) execute function notices_wait();

create function recount_waiting() returns void language plpgsql as $$
begin
  lock table declaration, declaration_move in share mode;
  delete from declaration_waiting;
  perform list_waiting(array(select id from declaration where is_deleted = 0 and declare_status in (10, 20, 30, 40, 50)));
end $$;
create function declaration_waits_truncated() returns trigger language plpgsql as $$
begin
  perform recount_waiting();
  return null;
end $$;
create trigger declaration_waits_truncated after truncate on declaration for each statement execute function declaration_waits_truncated();

select recount_waiting();
analyze declaration_waiting;

-- As in 0185, with kept plans.
create or replace function list_claimable(tasks bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  delete from flow_claimable f where f.id = any(tasks);
  insert into flow_claimable
    select t.id, c.kind, c.value, i.id, i.definition_id, i.suspension_state <> 1, i.tenant_id, i.business_table, i.business_id, d.city, d.declare_status,
      case when i.business_table = 'declaration' then coalesce(d.is_deleted, 1) else 0 end, t.excluded_users, t.moves, t.due_time, t.create_time
    from flow_task t join flow_instance i on i.id = t.instance_id join flow_task_candidate c on c.task_id = t.id
      left join declaration d on i.business_table = 'declaration' and d.id = i.business_id
    where t.id = any(tasks) and t.end_time is null and t.assignee is null;
end $$;
