alter table "client" add column "client_name" text;
-- those that are there are called by their id until somebody names them
update "client" set "client_name" = "client_id";
