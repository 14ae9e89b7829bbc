-- Account names are unique regardless of case: Admin cannot be registered if admin exists.
create unique index user_account_any_case_key on "user" (tenant_id, lower(account)) where is_deleted = 0;
-- Failures are counted by account, by address, and by both together.
create index login_failure_address on login_failure (address, last_at);
