-- The last request of a session, exact to a minute, and why an administrator ended it.
alter table session add column active_at timestamptz not null default now();
update session set active_at = refreshed_at;
alter table session add column logout_reason text;

-- Failed logins have a reason, and those with an unknown name have no account: only the first letters of the name are stored.
alter table login alter column user_id drop not null;
alter table login add column account text;
alter table login add column reason text;

-- The last rejected attempt while a login is locked; one a minute is recorded.
alter table login_failure add column rejected_at timestamptz;

-- Sessions that can still be used. The server replaces is_current and translates browser (server/log/online-user.ts).
create view online_user as
select s.id, u.tenant_id, u.account, u.real_name, s.user_id,
  case when s.dept_choice = any(u.dept_id) then array[s.dept_choice] else u.dept_id end as dept_id,
  case when s.role_choice = any(u.role_id) then array[s.role_choice] else u.role_id end as role_id,
  s.agent as browser, s.address, s.active_at, 0::smallint as is_current,
  u.create_user, u.create_dept, s.started_at as create_time, null::bigint as update_user, s.active_at as update_time,
  1 as status, 0::smallint as is_deleted
from session s join "user" u on u.id = s.user_id
where s.ended_at is null and s.refresh_ends > now() and u.status = 1 and u.is_deleted = 0;

-- Logins and failed attempts. Rows without an account belong to the platform.
create view login_log as
select l.id, coalesce(u.tenant_id, '000000') as tenant_id, coalesce(u.account, l.account) as account, u.real_name, l.user_id,
  case when l.outcome = 1 then 'success' else coalesce(l.reason, 'password') end as result, l.way, l.address, l.agent as browser,
  u.create_user, u.create_dept, l.at as create_time, null::bigint as update_user, l.at as update_time,
  1 as status, 0::smallint as is_deleted
from login l left join "user" u on u.id = l.user_id;

-- Keys of login_failure that may be locked. The limits of all addresses and all accounts and the minutes are those of
-- server/auth/lockout.ts; the limit of one account at one address is a parameter, which the server compares.
create view login_lock as
with recent as (
  select account, address, failures, last_at from login_failure where last_at > now() - interval '15 minutes'
), by_account as (
  select *, sum(failures) over (partition by account order by last_at desc, address) as running from recent
), by_address as (
  select *, sum(failures) over (partition by address order by last_at desc, account) as running from recent
), locks as (
  select 'both' as kind, account, address, failures, last_at, last_at as locked_at from recent
  union all
  select 'account', account, null, sum(failures)::int, max(last_at), max(last_at) filter (where running >= 100)
  from by_account group by account having sum(failures) >= 100
  union all
  select 'address', null, address, sum(failures)::int, max(last_at), max(last_at) filter (where running >= 100)
  from by_address group by address having sum(failures) >= 100
)
select hashtextextended(concat_ws(' ', kind, account, address), 0) & 9223372036854775807 as id, kind, account, address, failures,
  last_at, locked_at + interval '15 minutes' as locked_until,
  -- accounts of other tenants are counted under tenant/account
  case when position('/' in account) > 0 then split_part(account, '/', 1) else '000000' end as tenant_id,
  substr(account, position('/' in account) + 1) as name
from locks;

create view locked_account as
select l.id, coalesce(u.tenant_id, '000000') as tenant_id, coalesce(u.account, left(l.name, 2) || '***') as account, u.real_name,
  u.id as user_id, l.kind, l.address, l.failures, l.last_at as failed_at, l.locked_until,
  u.create_user, u.create_dept, l.last_at as create_time, null::bigint as update_user, l.last_at as update_time,
  1 as status, 0::smallint as is_deleted
from login_lock l left join "user" u on u.tenant_id = l.tenant_id and lower(u.account) = l.name and u.is_deleted = 0;
