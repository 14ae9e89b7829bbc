-- Running processes: what an index and their definition say of them, for filters, orders and counts.
create index flow_instance_running_next on flow_instance (tenant_id, start_time desc, id desc)
  include (definition_id, start_user, suspension_state, business_table, business_id, subject) where end_time is null;
drop index flow_instance_running;
alter index flow_instance_running_next rename to flow_instance_running;

create view flow_running as
select i.id, i.tenant_id, d.name, i.subject, 'flow_' || d.category_key as category, d.category_key, null::text as category_name,
  i.start_user as start_user_id, u.real_name as start_user, i.start_time, i.id::text as process_instance_id,
  d.id::text as process_definition_id, d.key as process_definition_key, d.version as process_definition_version, i.suspension_state,
  i.business_table, i.business_id::text as business_id, i.start_user as create_user, null::bigint as create_dept,
  i.start_time as create_time, null::bigint as update_user, i.start_time as update_time, 1 as status, 0::smallint as is_deleted,
  f.sentence ->> 0 as fault, d.facts
from flow_instance i left join flow_definition d on d.id = i.definition_id left join "user" u on u.id = i.start_user
  left join flow_fault f on f.instance_id = i.id
where i.end_time is null;

-- As before, with their open tasks and jobs. A person among the candidates is found by their id, and not by comparing all ids as texts;
-- whoever has a role, and the roles with a permission, by an index.
create index menu_by_code on menu (code) where is_deleted = 0;
create index user_roles on "user" using gin (role_id) where is_deleted = 0;
create or replace view flow_follow as
select i.id, i.tenant_id, i.name, i.subject, i.category, i.category_key, i.category_name, i.start_user_id, i.start_user, i.start_time,
  t.task_key as task_definition_id, t.task_key as task_definition_key,
  case when k.names is null then t.task_name else concat_ws('、', t.task_name, k.names) end as task_name, t.holders, t.stuck_tasks,
  i.process_instance_id, i.process_definition_id, i.process_definition_key, i.process_definition_version, t.task_key as activity_id,
  t.execution_id, i.suspension_state, i.business_table, i.business_id, i.create_user, i.create_dept, i.create_time, i.update_user,
  i.update_time, i.status, i.is_deleted, i.fault, coalesce(k.failed, 0) as failed_jobs
from flow_running i
  left join lateral (
    select string_agg(distinct coalesce(nullif(i.facts->'elements'->j.activity_id->>'name', ''), j.activity_id), '、') as names,
      (count(*) filter (where r.status in (4, 9, 10)))::integer as failed
    from flow_job j join job_run r on r.id = j.run_id where j.instance_id = i.id) k on true
  left join lateral (
    select min(task_key) as task_key, min(execution_id) as execution_id, string_agg(distinct o.name, '、') as task_name,
      string_agg(distinct coalesce(p.real_name, g.names), '、') as holders,
      (count(*) filter (where not case when o.assignee is null then coalesce(g.has_member, false)
        else may_handle(o.assignee, o.moves) end))::integer as stuck_tasks
    from flow_task o left join "user" p on p.id = o.assignee
      left join lateral (
        select string_agg(coalesce(r.role_name, m.real_name, c.value), '、') as names,
          bool_or(case when c.kind = 'user' then not m.id = any(o.excluded_users) and may_handle(m.id, o.moves)
            else exists (select 1 from "user" q where q.tenant_id = i.tenant_id and q.role_id @> array[r.id] and q.is_deleted = 0
              and not q.id = any(o.excluded_users) and may_handle(q.id, o.moves)) end) as has_member
        from flow_task_candidate c
          left join role r on c.kind = 'group' and r.role_alias = c.value and r.tenant_id = i.tenant_id and r.is_deleted = 0
          left join "user" m on m.id = case when c.kind = 'user' and c.value ~ '^([0-9]{1,18}|[1-8][0-9]{18})$' then c.value::bigint end
            and m.tenant_id = i.tenant_id and m.status = 1 and m.is_deleted = 0
        where c.task_id = o.id) g on true
    where o.instance_id = i.id and o.end_time is null) t on true;
