-- What messages call an instance, in Chinese and English, where its subject is private, such as the reason for a leave.
alter table flow_instance add column title jsonb;
update flow_instance i set title = jsonb_build_array(
  u.real_name || '的请假申请（' || l.days::float8 || '天）',
  u.real_name || '’s leave (' || l.days::float8 || case when l.days = 1 then ' day)' else ' days)' end)
from leave l join "user" u on u.id = l.create_user
where i.business_table = 'leave' and i.business_id = l.id and l.days is not null and u.real_name is not null;
