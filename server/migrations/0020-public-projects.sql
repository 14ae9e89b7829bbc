-- For the public list of projects, latest year first, and for the previous and next project.
create index library_public on "library" (tenant_id, (coalesce(year, '')) desc, id desc) where is_deleted = 0;
