-- The logs grow without end. Their lists show the newest first, of one account or of all, and read no more than they show.
create index audit_newest on audit (tenant_id, create_time desc, id desc) where is_deleted = 0;
create index audit_account on audit (create_by, create_time desc, id desc);
drop index audit_times;
create index log_api_account on log_api (create_by, create_time desc, id desc);

-- The log of logins stores the names of the account itself, as the audit log does: it was joined with all accounts to be sorted.
alter table login add column tenant_id text not null default '000000', add column real_name text;
update login l set tenant_id = u.tenant_id, account = u.account, real_name = u.real_name from "user" u where u.id = l.user_id;
create index login_newest on login (tenant_id, at desc, id desc);
create index login_account on login (account, at desc, id desc);
create or replace view login_log as
select l.id, l.tenant_id, l.account, l.real_name, l.user_id,
  case when l.outcome = 1 then 'success' else coalesce(l.reason, 'password') end as result, l.way, l.address, l.agent as browser,
  null::bigint as create_user, null::bigint as create_dept, l.at as create_time, null::bigint as update_user, l.at as update_time,
  1 as status, 0::smallint as is_deleted
from login l;
