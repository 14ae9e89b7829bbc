-- The public list of projects, and what stands before and after one of them: the latest year first.
create index library_public on "library" (tenant_id, (coalesce(year, '')) desc, id desc) where is_deleted = 0;
