-- The move that completed a task of a declaration; its flag alone says "agreed" of a score, or of an objection.
alter table flow_task add column move text;

-- A move and the task that it completed were stored in one transaction; replayed tasks have whole seconds.
update flow_task t set move = m.move
from flow_instance i, (
  select pid, user_id, date_trunc('second', create_time) as time, min(move) as move
  from declaration_move group by 1, 2, 3 having count(*) = 1
) m
where i.id = t.instance_id and i.business_table = 'declaration' and t.end_reason = 'completed'
  and m.pid = i.business_id and m.user_id = t.assignee and m.time = date_trunc('second', t.end_time);
