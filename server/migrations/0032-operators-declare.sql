-- Operators declare like enterprises (specification 000, users). Their role gets the buttons and the organisation scope.
insert into role_menu (role_id, menu_id)
  select r.id, m.id from role r, menu m
  where r.role_alias = 'operator' and r.tenant_id = '000000' and r.is_deleted = 0 and m.is_deleted = 0
    and m.code in ('declaration_add', 'declaration_edit', 'declaration_delete', 'declaration_submit')
  on conflict do nothing;
insert into role_scope (role_id, scope_id, scope_category)
  select r.id, s.id, 1 from role r, data_scope s
  where r.role_alias = 'operator' and r.tenant_id = '000000' and r.is_deleted = 0 and s.is_deleted = 0
    and s.resource_code = 'declaration' and s.scope_type = 5 and s.scope_column = 'organizationCode'
  on conflict do nothing;
