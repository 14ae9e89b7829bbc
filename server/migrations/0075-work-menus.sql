-- Roles that review declarations work with the lists of 我的事务, which only administrators had. Installations that get these lists
-- with this version grant them when they add them (server/seed/new-menus.ts). Roles that have some of them stay as they are.
insert into role_menu (role_id, menu_id)
  select distinct held.role_id, n.id
  from role_menu held join menu m on m.id = held.menu_id, menu n
  where m.code in ('declaration_city', 'declaration_province', 'declaration_score', 'declaration_decide', 'declaration_publish')
    and m.is_deleted = 0 and n.is_deleted = 0
    and (n.code in ('work', 'leave') or n.code ~ '^(work_(start|claim|todo|send|done)|leave)(_|$)')
    and not exists (
      select 1 from role_menu has join menu w on w.id = has.menu_id where has.role_id = held.role_id and w.code = 'work')
  on conflict do nothing;

-- 流程部署 stands after 模型管理. An order that an administrator has changed stays.
update menu set sort = place.new_sort
from (values ('flow_deploy', 4, 2), ('flow_manager', 2, 3), ('flow_follow', 3, 4)) as place (code, sort, new_sort)
where menu.code = place.code and menu.sort = place.sort and menu.is_deleted = 0
  and (select count(*) from menu m join (values ('flow_model', 1), ('flow_manager', 2), ('flow_follow', 3), ('flow_deploy', 4))
    as initial (code, sort) using (code, sort) where m.is_deleted = 0) = 4;
