-- Colleagues whom whoever has a task consults (docs/decisions/0156). Their advice decides nothing.
create table consultation (
  id bigint primary key default next_id(),
  task_id bigint not null references flow_task on delete cascade,
  consulted_by bigint not null,
  -- who gives the advice
  user_id bigint not null,
  note text,
  state text not null default 'open' check (state in ('open', 'answered', 'withdrawn', 'closed')),
  advice text,
  create_time timestamptz not null default now(),
  end_time timestamptz
);
create unique index consultation_open on consultation (task_id, user_id) where state = 'open';
create index consultation_task on consultation (task_id, id);
create index consultation_of_person on consultation (user_id) where state = 'open';

-- Open consultations close with their task, however it ends, and for a colleague who gets the task themselves.
create function close_consultations() returns trigger language plpgsql as $$
declare
  notified integer;
begin
  with closed as (
      update consultation set state = 'closed', end_time = now()
      where task_id = new.id and state = 'open' and (new.end_time is not null or user_id = new.assignee)
      returning id, user_id),
    history as (
      insert into flow_comment (instance_id, task_id, user_id, action, message, target_user)
      select new.instance_id, new.id, null, 'lapse', '', user_id from closed order by id),
    done as (
      update message m set done_at = now() from closed c
      where m.business_table = 'consultation' and m.business_id = c.id and m.kind = 'todo' and m.done_at is null
      returning m.to_user)
  select count(pg_notify('message', to_user::text)) into notified from done;
  return null;
end $$;
create trigger close_consultations after update of end_time, assignee on flow_task for each row
  when (old.end_time is null and (new.end_time is not null or new.assignee is distinct from old.assignee))
  execute function close_consultations();
