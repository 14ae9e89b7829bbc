-- Accounts are told apart without regard to case: nobody registers Admin beside admin.
create unique index user_account_any_case_key on "user" (tenant_id, lower(account)) where is_deleted = 0;
-- Failures are counted by account, by address, and by both.
create index login_failure_address on login_failure (address, last_at);
