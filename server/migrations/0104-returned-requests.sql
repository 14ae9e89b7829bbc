-- Recommendations and requests for leave that were returned to whoever sent them.
update recommend set recommend_state = 'returned' where recommend_state = 'running' and exists (
  select 1 from flow_instance i join flow_task t on t.instance_id = i.id and t.end_time is null and t.assignee = i.start_user
  where i.business_table = 'recommend' and i.business_id = recommend.id and i.end_time is null);
update leave set leave_state = 'returned' where leave_state = 'running' and exists (
  select 1 from flow_instance i join flow_task t on t.instance_id = i.id and t.end_time is null and t.assignee = i.start_user
  where i.business_table = 'leave' and i.business_id = leave.id and i.end_time is null);
