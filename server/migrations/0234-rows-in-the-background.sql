-- Acts of many rows that run in the background: the rows as they were confirmed, each with its version, and what became of it.
-- is_done is null while a row waits; it is written in the transaction of the row, so that none is handled twice.
create table job_row (
  job_id bigint not null references job_work (job_id) on delete cascade,
  position integer not null,
  row_id bigint not null,
  version integer,
  title text,
  is_done boolean,
  reason text,
  reason_en text,
  primary key (job_id, position)
);
create index job_row_waiting on job_row (job_id, position) where is_done is null;

-- The session in which a job was started, for jobs that end with it.
alter table job_work add column session_id bigint;
