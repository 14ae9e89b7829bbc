alter table "client" add column "resource_ids" text;

alter table "client" add column "authorities" text;

alter table "client" add column "autoapprove" text;

alter table "client" add column "additional_information" text;

alter table "log_usual" add column "remote_ip" text;

alter table "log_usual" add column "create_by" text;

alter table "log_usual" add column "user_agent" text;

alter table "log_usual" add column "method" text;

alter table "log_usual" add column "params" text;
