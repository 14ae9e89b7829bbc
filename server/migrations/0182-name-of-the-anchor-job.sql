-- It runs every hour, or whenever administrators want. A name that they have given it stays.
update job_info set job_name = '审计链存证' where is_shipped = 1 and processor_info = 'audit-anchor' and job_name = '审计链每日存证';
update job_info set job_name_en = 'Audit chain anchor'
  where is_shipped = 1 and processor_info = 'audit-anchor' and job_name_en = 'Daily anchor of the audit chain';
