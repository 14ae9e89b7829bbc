-- Menus of earlier versions get the English names of this one. Names that an administrator has changed stay.
update menu set name_en = 'Requests for leave' where code = 'leave' and name_en = 'Leave';
update menu set name_en = 'Processes' where code = 'flow' and name_en = 'Workflow';
update menu set name_en = 'Processes' where code = 'flow_manager' and name_en = 'Process management';
update menu set name_en = 'API log' where code = 'log_api' and name_en = 'API calls';
update menu set name_en = 'Event log' where code = 'log_usual' and name_en = 'Events';
update menu set name_en = 'Error log' where code = 'log_error' and name_en = 'Errors';
