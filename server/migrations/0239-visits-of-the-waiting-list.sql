-- When a person has left the list of all that waits for them, to mark what has come since (docs/decisions/0150).
create table waiting_visit (
  user_id bigint primary key references "user" on delete cascade,
  visited_time timestamptz not null
);

-- When a task came to a person: with its creation, unless that was their own step; when a colleague gave it to them or back to all, consulted
-- them, or became their principal.
create function task_arrival(task bigint, person bigint) returns timestamptz language sql stable as $$
  select greatest(
    case when not exists (select 1 from flow_task p where p.instance_id = t.instance_id and p.assignee = person and p.end_time = t.create_time)
      then t.create_time end,
    (select max(c.time) from flow_comment c where c.instance_id = t.instance_id and c.task_id = t.id and c.user_id is distinct from person
      and (c.action = 'unclaim' or c.action in ('transfer', 'reassign') and c.target_user = person)),
    (select max(k.create_time) from consultation k where k.task_id = t.id and k.user_id = person and k.state = 'open'),
    (select max(d.start_time) from deputy d where d.deputy_user = person and d.create_user = t.assignee and d.ended_time is null
      and d.is_deleted = 0 and d.start_time <= now() and d.end_time > now()))
  from flow_task t where t.id = task
$$;

do $$
declare
  columns text;
begin
  select string_agg(quote_ident(column_name), ', ' order by ordinal_position) into columns
    from information_schema.columns where table_schema = 'public' and table_name = 'work_waiting';
  -- the server fills is_new, as it depends on the reader
  execute format('create or replace view work_waiting as select %s, null::smallint as is_new from flow_work where end_time is null and is_active', columns);
end $$;
