-- Of tasks that are due at the same time, 待办 and 待签 show first what arrived first (server/work/urgency.ts).
create index flow_task_urgent_next on flow_task (assignee,
  (coalesce(due_time at time zone 'UTC', create_time at time zone 'UTC' + interval '7 days')), create_time, id) where end_time is null;
create index flow_task_urgent_open_next on flow_task (
  (coalesce(due_time at time zone 'UTC', create_time at time zone 'UTC' + interval '7 days')), create_time, id)
  where end_time is null and assignee is null;
drop index flow_task_urgent;
drop index flow_task_urgent_open;
alter index flow_task_urgent_next rename to flow_task_urgent;
alter index flow_task_urgent_open_next rename to flow_task_urgent_open;
