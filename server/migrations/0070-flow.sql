-- Process models that administrators draw.
create table "flow_model" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "model_key" text,
  "name" text,
  "description" text,
  "version" integer,
  "created" timestamptz generated always as (create_time) stored,
  "last_updated" timestamptz generated always as (update_time) stored,
  "created_by" bigint generated always as (create_user) stored,
  "last_updated_by" bigint generated always as (update_user) stored,
  "model_type" integer default 0,
  "model_editor_xml" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

-- Deployed versions. tenant_id is empty for a process of all tenants. A removed version keeps the history of its instances.
create table flow_definition (
  id bigint primary key default next_id(),
  tenant_id text not null,
  key text not null,
  version integer not null,
  name text not null,
  description text,
  category_key integer not null,
  deployment_id bigint not null default next_id(),
  resource_name text not null,
  xml text not null,
  -- what the engine loads, and the facts about tasks, ends and elements that the server reads (server/flow/bpmn/compile.ts)
  context text not null,
  facts jsonb not null,
  engine_version text not null,
  suspension_state integer not null default 1,
  create_user bigint,
  create_time timestamptz not null default now(),
  is_deleted smallint not null default 0,
  unique (tenant_id, key, version)
);

create table flow_instance (
  id bigint primary key default next_id(),
  tenant_id text not null,
  definition_id bigint not null references flow_definition,
  business_table text not null,
  business_id bigint not null,
  subject text not null,
  start_user bigint,
  start_time timestamptz not null default now(),
  end_time timestamptz,
  end_activity text,
  -- why an administrator ended it
  delete_reason text,
  suspension_state integer not null default 1,
  -- counts the steps: a step that read an older state fails
  rev integer not null default 0,
  variables jsonb not null default '{}',
  -- the state of the engine; null once the instance has ended
  state text
);
create unique index flow_instance_business on flow_instance (business_table, business_id) where end_time is null;
create index flow_instance_history on flow_instance (business_table, business_id, start_time desc);
create index flow_instance_started on flow_instance (start_user, start_time desc, id desc);
create index flow_instance_running on flow_instance (tenant_id, start_time desc, id desc) where end_time is null;
create index flow_instance_definition on flow_instance (definition_id) where end_time is null;

create table flow_task (
  id bigint primary key default next_id(),
  instance_id bigint not null references flow_instance on delete cascade,
  execution_id text not null,
  task_key text not null,
  name text not null,
  assignee bigint,
  create_time timestamptz not null default now(),
  claim_time timestamptz,
  due_time timestamptz,
  end_time timestamptz,
  -- completed, cancelled by the process, or ended by an administrator
  end_reason text check (end_reason in ('completed', 'cancelled', 'ended')),
  pass smallint,
  comment text,
  declare_status integer,
  moves text[] not null default '{}',
  unique (instance_id, execution_id)
);
create index flow_task_todo on flow_task (assignee, create_time desc, id desc) where end_time is null;
create index flow_task_open on flow_task (create_time desc, id desc) where end_time is null and assignee is null;
create index flow_task_done on flow_task (assignee, end_time desc, id desc) where end_reason = 'completed';

create table flow_task_candidate (
  task_id bigint not null references flow_task on delete cascade,
  kind text not null check (kind in ('user', 'group')),
  value text not null,
  primary key (kind, value, task_id)
);
create index flow_task_candidate_task on flow_task_candidate (task_id);

-- What the engine has passed, besides tasks: events, gateways and sequence flows.
create table flow_activity (
  id bigint generated always as identity primary key,
  instance_id bigint not null references flow_instance on delete cascade,
  activity_id text not null,
  name text not null,
  type text not null,
  time timestamptz not null default now()
);
create index flow_activity_instance on flow_activity (instance_id, id);

create table flow_comment (
  id bigint generated always as identity primary key,
  instance_id bigint not null references flow_instance on delete cascade,
  task_id bigint references flow_task on delete cascade,
  user_id bigint,
  -- complete, claim, reassign, suspend, resume, end
  action text not null,
  message text not null,
  time timestamptz not null default now()
);
create index flow_comment_instance on flow_comment (instance_id, id);

create table flow_timer (
  instance_id bigint not null references flow_instance on delete cascade,
  execution_id text not null,
  due_time timestamptz not null,
  primary key (instance_id, execution_id)
);
create index flow_timer_due on flow_timer (due_time);

-- Tasks with their instance and definition, for the lists of 我的事务. The server fills category_name.
create view flow_work as
select t.id, i.tenant_id, i.subject, t.id::text as task_id, t.name as task_name, t.task_key as task_definition_key,
  t.assignee, i.start_user as start_user_id, 'flow_' || d.category_key as category, d.category_key, null::text as category_name,
  t.end_time, t.claim_time, t.end_time as history_task_end_time, t.due_time, t.execution_id,
  i.id::text as process_instance_id, i.id::text as history_process_instance_id, d.id::text as process_definition_id,
  d.key as process_definition_key, d.name as process_definition_name, d.description as process_definition_desc,
  d.version as process_definition_version,
  case when i.end_time is null then 'unfinished' else 'finished' end as process_is_finished,
  i.business_table, i.business_id::text as business_id, t.comment,
  case t.pass when 1 then 'ok' when 0 then 'no' end as flag, t.pass,
  i.start_user as create_user, null::bigint as create_dept, t.create_time, null::bigint as update_user,
  coalesce(t.end_time, t.claim_time, t.create_time) as update_time, 1 as status, 0::smallint as is_deleted,
  t.end_reason, i.suspension_state = 1 and d.suspension_state = 1 as is_active
from flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id;

do $$
declare
  columns constant text := 'id, tenant_id, subject, task_id, task_name, task_definition_key, assignee, start_user_id, category,
    category_key, category_name, end_time, claim_time, history_task_end_time, due_time, execution_id, process_instance_id,
    history_process_instance_id, process_definition_id, process_definition_key, process_definition_name, process_definition_desc,
    process_definition_version, process_is_finished, business_table, business_id, comment, flag, pass,
    create_user, create_dept, create_time, update_user, update_time, status, is_deleted';
begin
  execute format('create view work_claim as select %s from flow_work where end_time is null and assignee is null and is_active', columns);
  execute format('create view work_todo as select %s from flow_work where end_time is null and assignee is not null and is_active', columns);
  execute format('create view work_done as select %s from flow_work where end_reason = ''completed''', columns);
end $$;

-- Started processes, with the task that waits longest. Declarants do not learn who reviews.
create view work_send as
select i.id, i.tenant_id, i.subject, t.id::text as task_id, t.name as task_name, t.task_key as task_definition_key,
  case when i.business_table <> 'declaration' or t.assignee = i.start_user then t.assignee end as assignee, i.start_user as start_user_id, 'flow_' || d.category_key as category, d.category_key, null::text as category_name,
  i.end_time, t.claim_time, null::timestamptz as history_task_end_time, t.due_time, t.execution_id,
  i.id::text as process_instance_id, i.id::text as history_process_instance_id, d.id::text as process_definition_id,
  d.key as process_definition_key, d.name as process_definition_name, d.description as process_definition_desc,
  d.version as process_definition_version,
  case when i.end_time is null then 'unfinished' else 'finished' end as process_is_finished,
  i.business_table, i.business_id::text as business_id, i.delete_reason as comment, null::text as flag, null::smallint as pass,
  i.start_user as create_user, null::bigint as create_dept, i.start_time as create_time, null::bigint as update_user,
  coalesce(i.end_time, i.start_time) as update_time, 1 as status, 0::smallint as is_deleted
from flow_instance i join flow_definition d on d.id = i.definition_id
  left join lateral (
    select * from flow_task where instance_id = i.id and end_time is null order by create_time, id limit 1) t on true;

-- The latest version of each process.
create view flow_manager as
select distinct on (d.tenant_id, d.key) d.id, d.tenant_id, d.name, d.key, 'flow_' || d.category_key as category, d.category_key,
  null::text as category_name, d.version, case when d.tenant_id = '' then 1 else 2 end as mode,
  d.deployment_id::text as deployment_id, d.resource_name, null::text as diagram_resource_name, d.suspension_state,
  d.create_time as deployment_time,
  (select count(*)::integer from flow_instance i join flow_definition v on v.id = i.definition_id
    where v.tenant_id = d.tenant_id and v.key = d.key and i.end_time is null) as running_instances,
  d.create_user, null::bigint as create_dept, d.create_time, null::bigint as update_user, d.create_time as update_time,
  1 as status, 0::smallint as is_deleted
from flow_definition d where d.is_deleted = 0 order by d.tenant_id, d.key, d.version desc;

create view work_start as
select id, tenant_id, name, key, category, category_key, category_name, version, mode, deployment_id, resource_name,
  diagram_resource_name, suspension_state, deployment_time, create_user, create_dept, create_time, update_user, update_time,
  status, is_deleted
from flow_manager where suspension_state = 1;

-- Running instances. A task is stuck if its person cannot log in, or nobody is among its candidates.
create view flow_follow as
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
      (count(*) filter (where case when o.assignee is null then not coalesce(g.has_member, false)
        else p.id is null or p.status <> 1 or p.is_deleted <> 0 end))::integer as stuck_tasks
    from flow_task o left join "user" p on p.id = o.assignee
      left join lateral (
        select string_agg(coalesce(r.role_name, m.real_name, c.value), '、') as names,
          bool_or(m.id is not null or exists (select 1 from "user" q
            where q.role_id @> array[r.id] and q.status = 1 and q.is_deleted = 0)) as has_member
        from flow_task_candidate c
          left join role r on c.kind = 'group' and r.role_alias = c.value and r.tenant_id = i.tenant_id and r.is_deleted = 0
          left join "user" m on c.kind = 'user' and m.id::text = c.value and m.status = 1 and m.is_deleted = 0
        where c.task_id = o.id) g on true
    where o.instance_id = i.id and o.end_time is null) t on true
where i.end_time is null;

-- Requests for leave.
create table "leave" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "apply_time" timestamptz,
  "start_time" timestamptz not null,
  "end_time" timestamptz not null,
  "reason" text not null,
  "task_user" bigint not null,
  "days" numeric(18,6),
  "leave_state" text,
  "process_definition_id" text,
  "process_instance_id" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index leave_own on "leave" (create_user, create_time desc, id desc) where is_deleted = 0;
