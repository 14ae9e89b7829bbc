-- Aliases of roles to which a deployed process gives tasks: whoever has such a role may handle them. An empty tenant stands for all.
create view acting_alias as
select distinct d.tenant_id, trim(alias) as role_alias
from flow_definition d, jsonb_array_elements(d.facts -> 'tasks') as task,
  string_to_table(coalesce(task ->> 'candidateGroups', ''), ',') as alias
where d.is_deleted = 0 and trim(alias) <> '' and strpos(alias, '${') = 0;

-- An operator's account sees the projects of its operator in its own region, as it sees declarations. A scope that an administrator
-- has changed stays.
update data_scope set scope_column = 'operator,city'
where scope_name = '本运营商项目' and resource_code = 'library' and scope_type = 5 and scope_column = 'operator'
  and coalesce(scope_value, '') = '';
