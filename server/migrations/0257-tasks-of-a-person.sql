-- All tasks that a person has or had, also those that ended without a decision, for the list of matters.
create index flow_task_assignee on flow_task (assignee, instance_id);
create index flow_task_principal on flow_task (principal_id, instance_id) where principal_id is not null;
