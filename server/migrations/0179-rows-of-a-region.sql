-- Officers of a city or a province list its rows, the newest first (server/engine/scope.ts).
create index library_of_city on "library" (tenant_id, (left(city, 4)), create_time desc, id desc) include (city) where is_deleted = 0;
create index library_of_province on "library" (tenant_id, (left(city, 2)), create_time desc, id desc) include (city) where is_deleted = 0;
create index declaration_of_city on "declaration" (tenant_id, (left(city, 4)), create_time desc, id desc) include (city) where is_deleted = 0;
create index declaration_of_province on "declaration" (tenant_id, (left(city, 2)), create_time desc, id desc) include (city)
  where is_deleted = 0;
create index company_of_city on "company" (tenant_id, (left(city, 4)), create_time desc, id desc) include (city) where is_deleted = 0;
create index company_of_province on "company" (tenant_id, (left(city, 2)), create_time desc, id desc) include (city) where is_deleted = 0;
