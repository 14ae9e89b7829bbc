-- Codes are in no list: nothing is kept of the text of a message, nor is a message kept that no provider can send.
alter table sms_message drop column content;

-- A request for a code replaces the codes of its own network only (server/auth/sms-codes.ts).
delete from sms_code;
alter table sms_code add column network text not null default '';

-- Whether an account may log in by its phone number: 1, 0 if another account has the same number, null if there is nothing to
-- decide, because the account has no number or is not active.
alter table "user" add column phone_login integer;

-- Accounts that share a number: the upgrade decides for none of them, so all of them log in by password until the numbers differ.
update "user" u set phone_login = case when exists (select 1 from "user" o where o.tenant_id = u.tenant_id and o.phone = u.phone
  and o.id <> u.id and o.status = 1 and o.is_deleted = 0) then 0 else 1 end
where u.status = 1 and u.is_deleted = 0 and u.phone <> '';

create unique index user_phone_login_key on "user" (tenant_id, phone) where phone_login = 1;

-- An account keeps its login by phone as long as it keeps the number; a newcomer gets one only if no active account has the number.
create function decide_phone_login() returns trigger language plpgsql as $$
begin
  if new.status <> 1 or new.is_deleted <> 0 or coalesce(new.phone, '') = '' then
    new.phone_login := null;
  elsif tg_op = 'INSERT' or old.phone_login is distinct from 1 or new.phone is distinct from old.phone
    or new.tenant_id <> old.tenant_id then
    new.phone_login := case when exists (select 1 from "user" o where o.tenant_id = new.tenant_id and o.phone = new.phone
      and o.id <> new.id and o.status = 1 and o.is_deleted = 0) then 0 else 1 end;
  end if;
  return new;
end $$;
create trigger user_phone_login before insert or update of phone, status, is_deleted, tenant_id on "user"
for each row execute function decide_phone_login();

-- When an account gives up its number, the only other account with this number may log in by it.
create function release_phone_login() returns trigger language plpgsql as $$
begin
  update "user" u set phone_login = 1
  where u.tenant_id = old.tenant_id and u.phone = old.phone and u.phone_login = 0
    and not exists (select 1 from "user" o where o.tenant_id = u.tenant_id and o.phone = u.phone and o.id <> u.id
      and o.status = 1 and o.is_deleted = 0);
  return null;
end $$;
create trigger user_phone_release after update of phone, status, is_deleted on "user" for each row
when (old.phone <> '' and old.status = 1 and old.is_deleted = 0
  and (new.phone is distinct from old.phone or new.status <> 1 or new.is_deleted <> 0))
execute function release_phone_login();
