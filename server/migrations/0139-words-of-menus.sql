-- Menus and buttons of earlier versions get the words of this one. Names that an administrator has changed stay.
update menu set name_en = 'Delete' where name_en = 'Remove' and name = '删除';
update menu set name_en = 'Positions' where code = 'post' and name_en = 'Posts';
update menu set name_en = 'Outgoing messages' where code = 'outbox' and name_en = 'Sending queue';
update menu set name = '启用和挂起' where code = 'flow_manager_state' and name = '变更状态';
update menu set name_en = 'Activate and suspend' where code = 'flow_manager_state' and name_en = 'Change state';
