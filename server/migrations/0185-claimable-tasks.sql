-- 待签 from an index: a row for each candidate of an open task that nobody has taken, with what decides who sees it. Candidates, tasks,
-- instances and declarations write it by themselves; who may claim a task is decided by the same conditions as before
-- (server/work/claimable.ts, docs/decisions/0139).
create table flow_claimable (
  id bigint not null,
  kind text not null,
  value text not null,
  instance_id bigint not null,
  definition_id bigint not null,
  is_suspended boolean not null,
  tenant_id text not null,
  business_table text not null,
  business_id bigint not null,
  -- of a declaration, under the names that its data scopes read
  city text,
  declare_status integer,
  is_deleted smallint not null,
  excluded_users bigint[] not null,
  moves text[] not null,
  due_time timestamptz,
  create_time timestamptz not null,
  primary key (id, kind, value),
  foreign key (kind, value, id) references flow_task_candidate (kind, value, task_id) on delete cascade
);
create index flow_claimable_urgent on flow_claimable (tenant_id, kind, value, business_table,
  (coalesce(due_time at time zone 'UTC', create_time at time zone 'UTC' + interval '7 days')), create_time, id)
  include (due_time, business_id, city, declare_status, is_deleted, is_suspended, definition_id, excluded_users);
create index flow_claimable_city on flow_claimable (tenant_id, kind, value, (left(city, 4)),
  (coalesce(due_time at time zone 'UTC', create_time at time zone 'UTC' + interval '7 days')), create_time, id)
  include (due_time, city, declare_status, is_deleted, is_suspended, definition_id, excluded_users) where business_table = 'declaration';
create index flow_claimable_province on flow_claimable (tenant_id, kind, value, (left(city, 2)),
  (coalesce(due_time at time zone 'UTC', create_time at time zone 'UTC' + interval '7 days')), create_time, id)
  include (due_time, city, declare_status, is_deleted, is_suspended, definition_id, excluded_users) where business_table = 'declaration';
create statistics flow_claimable_regions on (left(city, 4)), (left(city, 2)) from flow_claimable;

-- Writes the rows of these tasks again.
create function list_claimable(tasks bigint[]) returns void language sql as $$
  delete from flow_claimable where id = any(tasks);
  insert into flow_claimable
    select t.id, c.kind, c.value, i.id, i.definition_id, i.suspension_state <> 1, i.tenant_id, i.business_table, i.business_id, d.city, d.declare_status,
      case when i.business_table = 'declaration' then coalesce(d.is_deleted, 1) else 0 end, t.excluded_users, t.moves, t.due_time, t.create_time
    from flow_task t join flow_instance i on i.id = t.instance_id join flow_task_candidate c on c.task_id = t.id
      left join declaration d on i.business_table = 'declaration' and d.id = i.business_id
    where t.id = any(tasks) and t.end_time is null and t.assignee is null;
$$;

create function candidates_claimable() returns trigger language plpgsql as $$
begin
  perform list_claimable(array(select distinct task_id from added));
  return null;
end $$;
create trigger flow_claimable_candidates after insert on flow_task_candidate referencing new table as added
  for each statement execute function candidates_claimable();

create function task_claimable() returns trigger language plpgsql as $$
begin
  perform list_claimable(array[new.id]);
  return null;
end $$;
create trigger flow_claimable_task after update on flow_task for each row
  when (row(old.assignee, old.end_time, old.due_time, old.create_time, old.excluded_users, old.moves)
    is distinct from row(new.assignee, new.end_time, new.due_time, new.create_time, new.excluded_users, new.moves))
  execute function task_claimable();

create function instance_claimable() returns trigger language plpgsql as $$
begin
  perform list_claimable(array(select id from flow_task where instance_id = new.id and end_time is null));
  return null;
end $$;
create trigger flow_claimable_instance after update on flow_instance for each row
  when (row(old.definition_id, old.suspension_state) is distinct from row(new.definition_id, new.suspension_state))
  execute function instance_claimable();

create function declaration_claimable() returns trigger language plpgsql as $$
begin
  perform list_claimable(array(select t.id from flow_instance i join flow_task t on t.instance_id = i.id and t.end_time is null
    where i.business_table = 'declaration' and i.business_id = old.id and i.end_time is null));
  return null;
end $$;
create trigger flow_claimable_declaration after update on declaration for each row
  when (row(old.city, old.declare_status, old.is_deleted) is distinct from row(new.city, new.declare_status, new.is_deleted))
  execute function declaration_claimable();
create trigger flow_claimable_removed after delete on declaration for each row execute function declaration_claimable();

-- Filled while readers go on; whoever writes tasks waits.
lock table flow_task, flow_task_candidate in share row exclusive mode;
select list_claimable(array(select id from flow_task where end_time is null and assignee is null));
analyze flow_claimable;
