-- Failures of jobs that count until people are told of them, and what they were told.
create table job_failure (
  n bigint generated always as identity primary key,
  job_id bigint not null references job_info (id) on delete cascade,
  run_id bigint not null,
  worker text,
  at timestamptz not null,
  error text,
  error_en text,
  is_counted boolean not null default false
);
create index job_failure_job on job_failure (job_id, n);
create index job_failure_new on job_failure (job_id) where not is_counted;

create table job_alert (
  id bigint primary key default next_id(),
  job_id bigint not null references job_info (id) on delete cascade,
  run_id bigint not null,
  at timestamptz not null,
  failures integer not null,
  error text,
  error_en text
);
create index job_alert_job on job_alert (job_id, at desc);
