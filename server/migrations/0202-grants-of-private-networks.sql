-- Only the administrator had the private networks where the platform was installed before them. Roles that read the project library get
-- them: with the buttons that they have there, and with the data scopes for the same rows, so that each sees the networks of the
-- organisation, operator or region whose projects it sees. Who declares also registers networks. A role that has some of them stays as it is.
create function grant_private_networks() returns void language sql as $$
  with reader as (
    select distinct held.role_id from role_menu held join menu m on m.id = held.menu_id
    where m.code = 'library' and m.is_deleted = 0 and not exists (
      select 1 from role_menu has join menu w on w.id = has.menu_id where has.role_id = held.role_id and w.code ~ '^private_network(_|$)')),
  granted as (
    insert into role_menu (role_id, menu_id)
    select distinct r.role_id, n.id
    from reader r join role_menu held on held.role_id = r.role_id join menu m on m.id = held.menu_id and m.is_deleted = 0
      join menu n on n.is_deleted = 0 and (
        m.code ~ '^library(_|$)' and n.code = 'private_network' || substr(m.code, 8)
        or m.code = 'declaration_submit' and n.code in ('private_network_add', 'private_network_edit', 'private_network_delete'))
    on conflict do nothing)
  insert into role_scope (role_id, scope_id, scope_category)
  select distinct r.role_id, n.id, held.scope_category
  from reader r join role_scope held on held.role_id = r.role_id
    join data_scope o on o.id = held.scope_id and o.resource_code = 'library' and o.is_deleted = 0
    join data_scope n on n.resource_code = 'private_network' and n.is_deleted = 0 and n.tenant_id = o.tenant_id and n.scope_type = o.scope_type
      and n.scope_column is not distinct from o.scope_column and n.scope_value is not distinct from o.scope_value
  on conflict do nothing
$$;
select grant_private_networks();
