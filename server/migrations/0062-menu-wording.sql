-- Buttons of earlier versions get the words of this one. Names that an administrator has changed stay.
create temporary table wording (code text, name text, new_name text, name_en text, new_name_en text) on commit drop;

insert into wording values
  ('user_role', '角色配置', '角色设置', 'Set roles', 'Set roles'),
  ('topmenu_setting', '菜单配置', '菜单设置', 'Set menus', 'Set menus'),
  ('tenant_setting', '租户配置', '租户设置', 'Settings', 'Settings'),
  ('tenant_recycle', '回收', '停用租户', 'Recycle', 'Suspend'),
  ('tenant_pass', '恢复使用', '启用租户', 'Bring back', 'Resume'),
  ('data_scope_setting', '权限配置', '权限设置', 'Set scopes', 'Set scopes'),
  ('api_scope_setting', '接口配置', '权限设置', 'Set scopes', 'Set scopes');

update menu set name = w.new_name from wording w where menu.code = w.code and menu.name = w.name and menu.category = 2;

update menu set name_en = w.new_name_en from wording w
where menu.code = w.code and menu.name_en = w.name_en and menu.category = 2;
