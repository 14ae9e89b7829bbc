create table "log_error" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "service_id" text,
  "exception_name" text,
  "message" text,
  "request_uri" text,
  "method" text,
  "request_id" text,
  "create_by" text,
  "remote_ip" text,
  "user_agent" text,
  "file_name" text,
  "line_number" integer,
  "stack_trace" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index log_error_newest on log_error (tenant_id, create_time desc, id desc) where is_deleted = 0;
