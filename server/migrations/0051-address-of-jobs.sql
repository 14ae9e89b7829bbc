-- The address of the person who starts the job. The audit log needs it for the changes that the job makes.
alter table job_work add column remote_ip text;
