-- Permissions with which somebody can handle a task with these moves: one of its moves, or else that of 待办.
create function task_permissions(moves text[]) returns text[] language sql immutable as $$
  select case when cardinality(moves) = 0 then '{work_todo_handle}'::text[] else coalesce(array_agg(distinct p.code), '{}') end
  from (values
    ('invite', 'declaration_invite'),
    ('recall', 'declaration_invite'),
    ('confirm', 'declaration_confirm'),
    ('submit', 'declaration_submit'),
    ('withdraw', 'declaration_submit'),
    ('claim', 'declaration_city'),
    ('cityApprove', 'declaration_city'),
    ('cityReturn', 'declaration_city'),
    ('cityReject', 'declaration_city'),
    ('provinceApprove', 'declaration_province'),
    ('provinceReturn', 'declaration_province'),
    ('provinceReject', 'declaration_province'),
    ('assign', 'declaration_decide'),
    ('score', 'declaration_score'),
    ('decideApprove', 'declaration_decide'),
    ('decideReturn', 'declaration_decide'),
    ('decideReject', 'declaration_decide'),
    ('reviewApprove', 'declaration_review'),
    ('reviewReturn', 'declaration_review'),
    ('reviewReject', 'declaration_review'),
    ('object', 'declaration_object'),
    ('dismiss', 'declaration_publish'),
    ('uphold', 'declaration_publish'),
    ('publish', 'declaration_publish'),
    ('unlist', 'declaration_unlist'),
    ('cancelUnlist', 'declaration_unlist')
  ) as p (move, code) where p.move = any(moves)
$$;

-- Whether an account can log in and has one of these permissions, as server/engine/rights.ts and mayHandle
-- (server/flow/task-access.ts) decide for one person.
create function may_handle(person_id bigint, moves text[]) returns boolean language sql stable as $$
  select exists (
    select 1 from "user" u join role r on r.id = any(u.role_id) and r.tenant_id = u.tenant_id and r.is_deleted = 0
      left join tenant t on t.tenant_id = r.tenant_id and r.tenant_id <> '000000'
      left join tenant_package p on p.id = t.package_id
    where u.id = person_id and u.status = 1 and u.is_deleted = 0
      and (r.role_alias = 'administrator' and r.tenant_id = '000000' or exists (
        select 1 from role_menu g join menu m on m.id = g.menu_id
        where g.role_id = r.id and m.is_deleted = 0 and m.code = any(task_permissions(moves))
          and (t.package_id is null or m.id = any(p.menu_id) or m.category = 2 and m.parent_id = any(p.menu_id)))))
$$;

-- Running instances. A task is stuck if its person, or everybody among its candidates, cannot log in or may not handle it.
create or replace view flow_follow as
select i.id, i.tenant_id, d.name, i.subject, 'flow_' || d.category_key as category, d.category_key, null::text as category_name,
  i.start_user as start_user_id, u.real_name as start_user, i.start_time,
  t.task_key as task_definition_id, t.task_key as task_definition_key, t.task_name, t.holders, t.stuck_tasks,
  i.id::text as process_instance_id, d.id::text as process_definition_id, d.key as process_definition_key,
  d.version as process_definition_version, t.task_key as activity_id, t.execution_id, i.suspension_state,
  i.business_table, i.business_id::text as business_id,
  i.start_user as create_user, null::bigint as create_dept, i.start_time as create_time, null::bigint as update_user,
  i.start_time as update_time, 1 as status, 0::smallint as is_deleted
from flow_instance i join flow_definition d on d.id = i.definition_id left join "user" u on u.id = i.start_user
  left join lateral (
    select min(task_key) as task_key, min(execution_id) as execution_id, string_agg(distinct o.name, '、') as task_name,
      string_agg(distinct coalesce(p.real_name, g.names), '、') as holders,
      (count(*) filter (where not case when o.assignee is null then coalesce(g.has_member, false)
        else may_handle(o.assignee, o.moves) end))::integer as stuck_tasks
    from flow_task o left join "user" p on p.id = o.assignee
      left join lateral (
        select string_agg(coalesce(r.role_name, m.real_name, c.value), '、') as names,
          bool_or(exists (select 1 from "user" q where q.tenant_id = i.tenant_id and (q.id = m.id or q.role_id @> array[r.id])
            and not q.id = any(o.excluded_users) and may_handle(q.id, o.moves))) as has_member
        from flow_task_candidate c
          left join role r on c.kind = 'group' and r.role_alias = c.value and r.tenant_id = i.tenant_id and r.is_deleted = 0
          left join "user" m on c.kind = 'user' and m.id::text = c.value and m.status = 1 and m.is_deleted = 0
        where c.task_id = o.id) g on true
    where o.instance_id = i.id and o.end_time is null) t on true
where i.end_time is null;
