-- Runs of other job servers: the id of the instance there. Their times of start and lease are infinite, so no worker here takes them.
alter table job_run add column remote_id text;
create index job_run_elsewhere on job_run (update_time) where remote_id is not null and status in (1, 2, 3);

create or replace view job_instance as
  select id, tenant_id, job_id as job, status, trigger, due_at, started_at, ended_at, attempt, done, total, result, job_params, instance_params,
    worker, create_user, create_dept, create_time, update_user, update_time, 0::smallint as is_deleted, remote_id
  from job_run where job_id is not null;
