-- 待办 and 待签 show what is due first; a task without a deadline counts as due a week after it began to wait, so that it moves up
-- while it waits. server/work/urgency.ts sorts by the same expression; it has no `now()`, so pages do not shift.
create index flow_task_urgent on flow_task (assignee,
  (coalesce(due_time at time zone 'UTC', create_time at time zone 'UTC' + interval '7 days')), id) where end_time is null;
create index flow_task_urgent_open on flow_task (
  (coalesce(due_time at time zone 'UTC', create_time at time zone 'UTC' + interval '7 days')), id)
  where end_time is null and assignee is null;
drop index flow_task_todo;
drop index flow_task_open;

-- The desk counts tasks besides those of the reviews of declarations, which are most of the open ones.
create index flow_task_stage on flow_task ((coalesce(declare_status, -1))) where end_time is null;
