-- One table of runs for everything that happens in the background: what people start, and what is planned. The columns that a server
-- needs to run one move here; job_work keeps what belongs to a person, and background_job becomes the view that this person reads.
create table job_run (
  id bigint primary key default next_id(),
  tenant_id text not null default '000000',
  kind text not null,
  trigger text not null,
  run_key text,
  priority integer not null default 0,
  run_at timestamptz not null default now(),
  status integer not null default 1,
  worker text,
  lease_ends timestamptz,
  attempt integer not null default 0,
  total integer,
  done integer,
  started_at timestamptz,
  ended_at timestamptz,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now()
);
insert into job_run (id, tenant_id, kind, trigger, run_key, run_at, status, worker, lease_ends, attempt, total, done, started_at,
    ended_at, create_user, create_dept, create_time, update_user, update_time)
  select b.id, b.tenant_id, b.kind, 'person', b.create_user || ':' || b.kind, b.create_time,
    case b.state when 'waiting' then 1 when 'running' then 3 when 'failed' then 4 when 'done' then 5 else 10 end,
    w.node, w.lease_ends, w.attempt, b.total, b.done, b.started_at, b.ended_at, b.create_user, b.create_dept, b.create_time,
    b.update_user, b.update_time
  from background_job b join job_work w on w.job_id = b.id;

create index job_run_waiting on job_run (priority desc, run_at, id) where status = 1;
create index job_run_lease on job_run (lease_ends) where status in (2, 3);
create index job_run_key on job_run (run_key) where status in (1, 2, 3) and run_key is not null;
-- Runs with the same key never run at the same time, on whichever server.
create unique index job_run_one_per_key on job_run (run_key) where status in (2, 3) and run_key is not null;
create index job_run_owner on job_run (create_user, create_time desc, id desc) where trigger = 'person';
create index job_run_oldest on job_run (create_time);

alter table job_work add column resource text, add column message text, add column file_name text, add column file_size integer;
update job_work w set resource = b.resource, message = b.message, file_name = b.file_name, file_size = b.file_size
  from background_job b where b.id = w.job_id;
alter table job_work alter column resource set not null, drop column node, drop column attempt, drop column lease_ends,
  drop column cancel_asked, drop constraint job_work_job_id_fkey;
drop table background_job;
alter table job_work add foreign key (job_id) references job_run (id) on delete cascade;

create view background_job as
  select i.id, i.tenant_id, i.kind, w.resource,
    case when i.status in (1, 2) then 'waiting' when i.status = 3 then 'running' when i.status = 4 then 'failed'
      when i.status = 5 then 'done' else 'cancelled' end as state,
    i.total, i.done, w.message, w.file_name, w.file_size, i.started_at, i.ended_at, i.create_user, i.create_dept, i.create_time,
    i.update_user, i.update_time, 1 as status, 0::smallint as is_deleted
  from job_work w join job_run i on i.id = w.job_id;
