-- A run that waits too long is told to the recipients of alerts once, for each time that it begins to wait.
alter table job_run add column late_noted_at timestamptz;
alter table job_failure add column is_late boolean not null default false;
