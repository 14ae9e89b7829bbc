-- The public list, by place, industry and day of listing and of the benchmarks, the latest year first (server/portal/projects.ts). An index
-- with an expression serves without its rows if it includes the column.
drop index library_public;
create index library_public on "library" (tenant_id, (coalesce(year, '')) desc, id desc) include (year) where is_deleted = 0;
create index library_public_province on "library" (tenant_id, province, (coalesce(year, '')) desc, id desc) include (year) where is_deleted = 0;
create index library_public_city on "library" (tenant_id, city, (coalesce(year, '')) desc, id desc) include (year) where is_deleted = 0;
create index library_public_industry on "library"
  (tenant_id, (coalesce(national_economy2, national_economy1)), (coalesce(year, '')) desc, id desc) include (year, national_economy1, national_economy2)
  where is_deleted = 0;
create index library_public_benchmark on "library" (tenant_id, (coalesce(year, '')) desc, id desc) include (year)
  where is_deleted = 0 and is_benchmark = 1;
create index library_listed on "library" (tenant_id, listed_at) where is_deleted = 0;
-- The library of the console by year.
create index library_year on "library" (tenant_id, year, create_time desc, id desc) where is_deleted = 0;
