-- where whoever began the job was: the audit of what it does says so
alter table job_work add column remote_ip text;
