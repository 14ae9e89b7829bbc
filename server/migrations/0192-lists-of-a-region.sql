-- Officers list the declarations of their region, drafts last and then the newest first, and so does a filter by province: their indexes had
-- another order, so all of the region were sorted. They have what a total and a later page compare, which then read no rows.
-- Writers of a table wait while its indexes are built, readers do not: 2 s with 300,000 declarations.
create index declaration_in_city on declaration (tenant_id, (left(city, 4)), (declare_status in (0, 5, 90)), create_time desc, id desc)
  include (city, declare_status) where is_deleted = 0;
create index declaration_in_province on declaration (tenant_id, (left(city, 2)), (declare_status in (0, 5, 90)), create_time desc, id desc)
  include (city, declare_status) where is_deleted = 0;
create index declaration_named_province on declaration (tenant_id, province, (declare_status in (0, 5, 90)), create_time desc, id desc)
  include (city, declare_status) where is_deleted = 0;
create index declaration_all on declaration (tenant_id, (declare_status in (0, 5, 90)), create_time desc, id desc)
  include (declare_status) where is_deleted = 0;
drop index declaration_of_city, declaration_of_province, declaration_drafts_last;

-- Operators list the projects of their region and operator.
create index library_in_city on library (tenant_id, (left(city, 4)), create_time desc, id desc) include (city, operator) where is_deleted = 0;
create index library_in_province on library (tenant_id, (left(city, 2)), create_time desc, id desc) include (city, operator)
  where is_deleted = 0;
drop index library_of_city, library_of_province;

-- The public list of some days is counted and sorted in the index.
create index library_days on library (tenant_id, listed_at) include (year, id) where is_deleted = 0;
drop index library_listed;
