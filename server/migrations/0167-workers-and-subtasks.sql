-- The processes that run jobs, with what they can offer; one that was not seen for a while is gone.
create table job_worker (
  id bigint primary key default next_id(),
  name text not null unique,
  host text not null,
  tag text,
  version text not null,
  free_cores numeric(18,6),
  free_memory numeric(18,6),
  free_disk numeric(18,6),
  score integer not null default 0,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

-- Parts of a run that several workers share. A part is a run of its own, with the claim, the lease and the attempts of any other.
alter table job_run add column parent_id bigint references job_run (id) on delete cascade;
create index job_run_parent on job_run (parent_id, status, run_at, id) where parent_id is not null;
create table job_subtask (
  run_id bigint primary key references job_run (id) on delete cascade,
  parent_attempt integer not null,
  name text not null,
  input jsonb not null,
  output jsonb,
  only_worker text
);
