-- Roles that read all matters of a form, and the list of all matters that a person reads (docs/decisions/0162).
alter table "matter_form" add column "read_roles" bigint[];

create index general_matter_instance on general_matter (process_instance_id);
create index general_matter_newest on general_matter (tenant_id, create_time desc, id desc) where is_deleted = 0;

-- Matters with their process; the task that waits longest says where they are.
create view matter_ledger as
select m.id, m.tenant_id, m.title, f.category_key, m.create_user as starter_id, m.create_dept as dept_id, m.matter_state,
  (select t.name from flow_task t where t.instance_id = m.process_instance_id and t.end_time is null
    order by t.create_time, t.id limit 1) as task_name,
  (select t.task_key from flow_task t where t.instance_id = m.process_instance_id and t.end_time is null
    order by t.create_time, t.id limit 1) as task_definition_key,
  m.apply_time, i.end_time, m.process_definition_id, m.process_instance_id,
  m.create_user, m.create_dept, m.create_time, m.update_user, m.update_time, m.status, m.is_deleted
from general_matter m join matter_form f on f.id = m.form_id left join flow_instance i on i.id = m.process_instance_id;
