-- Who reads the log of a run reads it in one language; a line without an English text has the same one in both.
alter table job_log add column content_en text;
-- Readers in English see it instead of the name, as with jobs.
alter table job_server add column job_server_name_en text;
update job_server set job_server_name_en = 'This platform' where is_shipped = 1 and job_server_name = '本平台';
