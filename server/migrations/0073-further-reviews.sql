-- Further reviews that a process adds: their title and office on the declaration, the titles in its history.
alter table "declaration" add column "stage_name" text;
alter table "declaration" add column "stage_office" text;
alter table declaration_move add column from_name text, add column to_name text;
-- People who may not take a task although they are among its candidates: whoever has asked for what it decides.
alter table flow_task add column excluded_users bigint[] not null default '{}';
