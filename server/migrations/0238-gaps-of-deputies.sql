-- Tasks of a principal that the deputy cannot handle, of which the principal and the head of their office were told (docs/decisions/0151).
create table deputy_gap (
  deputy_id bigint not null,
  task_id bigint not null references flow_task on delete cascade,
  create_time timestamptz not null default now(),
  primary key (deputy_id, task_id)
);
create index deputy_gap_task on deputy_gap (task_id);
