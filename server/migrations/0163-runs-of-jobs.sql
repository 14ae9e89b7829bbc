-- What planned and manual runs need beside those of people: the job and the time that they are for, parameters, retries and limits,
-- each attempt with its worker, its log, and the workers themselves.
alter table job_run
  add column job_id bigint,
  add column due_at timestamptz,
  add column job_params text,
  add column instance_params text,
  add column retries integer not null default 0,
  add column result text,
  add column result_en text;
-- A time is planned once, by whichever server.
create unique index job_run_due on job_run (job_id, due_at) where due_at is not null;
-- One instance of a job that repeats by itself: the others would wait for ever.
create unique index job_run_repeating on job_run (job_id) where kind = 'repeat' and status in (1, 2, 3);
create index job_run_job on job_run (job_id, id desc) where job_id is not null;

create table job_attempt (
  run_id bigint not null references job_run (id) on delete cascade,
  attempt integer not null,
  worker text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  primary key (run_id, attempt)
);

-- Lines of a run, for the log in the console; limited for each attempt.
create table job_log (
  n bigint generated always as identity primary key,
  run_id bigint not null references job_run (id) on delete cascade,
  attempt integer not null,
  level smallint not null,
  at timestamptz not null default clock_timestamp(),
  content text not null
);
create index job_log_instance on job_log (run_id, n);

-- Rounds of a job that repeats by itself: the newest, and those that did something or failed.
create table job_round (
  n bigint generated always as identity primary key,
  run_id bigint not null references job_run (id) on delete cascade,
  is_failed boolean not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  result text,
  result_en text
);
create index job_round_instance on job_round (run_id, n desc);

-- The timers of processes are runs now; those that wait already get theirs.
insert into job_run (tenant_id, kind, trigger, run_key, run_at, instance_params, retries)
  select i.tenant_id, 'flow-timer', 'flow', 'flow-timer:' || i.id, min(t.due_time), i.id::text, 3
  from flow_timer t join flow_instance i on i.id = t.instance_id group by i.id, i.tenant_id;

-- What administrators see of the runs of scheduled jobs; jobs of people are theirs alone (docs/decisions/0029).
create view job_instance as
  select id, tenant_id, job_id as job, status, trigger, due_at, started_at, ended_at, attempt, done, total, result, job_params, instance_params,
    worker, create_user, create_dept, create_time, update_user, update_time, 0::smallint as is_deleted
  from job_run where job_id is not null;
