-- The command palette searches these texts for a part of a number or name.
create index library_declare_no on "library" using gin (declare_no gin_trgm_ops) where is_deleted = 0;
create index declaration_quick_search on "declaration" using gin (declare_no gin_trgm_ops, project_name gin_trgm_ops)
  where is_deleted = 0;
create index company_quick_search on "company" using gin (organization_code gin_trgm_ops, commpany_name gin_trgm_ops)
  where is_deleted = 0;
create index user_quick_search on "user" using gin (account gin_trgm_ops, real_name gin_trgm_ops) where is_deleted = 0;
