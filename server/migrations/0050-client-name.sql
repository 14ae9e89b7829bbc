alter table "client" add column "client_name" text;
-- Existing clients use their id as name until an administrator changes it.
update "client" set "client_name" = "client_id";
