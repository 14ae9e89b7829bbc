-- Who receives which report, and when; the schedule of each is a job (job_id), whose runs start a job of the subscriber.
create table "report_subscription" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "report_id" bigint not null,
  "name" text,
  "format" text not null,
  "rhythm" text not null,
  "weekday" integer,
  "monthday" integer,
  "time_of_day" text not null,
  "job_id" bigint,
  "lang" text,
  "reason" text,
  "reason_en" text,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);

create unique index report_subscription_once on report_subscription (create_user, report_id) where is_deleted = 0;
create index report_subscription_job on report_subscription (job_id) where is_deleted = 0;
