-- Lists of entities that may have millions of rows (`isLarge`) read the rows of one page, whatever they are sorted by: one index for each
-- column, in both directions (server/engine/filter.ts), and one for the newest first.
create index attach_by_attach_size on "attach" (tenant_id, "attach_size" desc nulls last, id desc) where is_deleted = 0;
create index attach_by_extension on "attach" (tenant_id, "extension" collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index attach_by_original_name on "attach" (tenant_id, "original_name" collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index attach_by_storage_id on "attach" (tenant_id, "storage_id" desc nulls last, id desc) where is_deleted = 0;
create index company_by_account_type on "company" (tenant_id, "account_type" desc nulls last, id desc) where is_deleted = 0;
create index company_by_city on "company" (tenant_id, "city" desc nulls last, id desc) where is_deleted = 0;
create index company_by_commpany_name on "company" (tenant_id, "commpany_name" collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index company_by_industry on "company" (tenant_id, "industry" desc nulls last, id desc) where is_deleted = 0;
create index company_by_organization_code on "company" (tenant_id, "organization_code" desc nulls last, id desc) where is_deleted = 0;
create index company_by_province on "company" (tenant_id, "province" desc nulls last, id desc) where is_deleted = 0;
create index declaration_by_city on "declaration" (tenant_id, "city" desc nulls last, id desc) where is_deleted = 0;
create index declaration_by_commpany_name on "declaration" (tenant_id, "commpany_name" collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index declaration_by_declare_no on "declaration" (tenant_id, "declare_no" desc nulls last, id desc) where is_deleted = 0;
create index declaration_by_declare_status on "declaration" (tenant_id, "declare_status" desc nulls last, id desc) where is_deleted = 0;
create index declaration_by_project_name on "declaration" (tenant_id, "project_name" collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index declaration_by_stage_since on "declaration" (tenant_id, "stage_since" desc nulls last, id desc) where is_deleted = 0;
create index library_by_categorize on "library" (tenant_id, "categorize" desc nulls last, id desc) where is_deleted = 0;
create index library_by_commpany_name on "library" (tenant_id, "commpany_name" collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index library_by_investment on "library" (tenant_id, "investment" desc nulls last, id desc) where is_deleted = 0;
create index library_by_operator on "library" (tenant_id, "operator" desc nulls last, id desc) where is_deleted = 0;
create index library_by_project_name on "library" (tenant_id, "project_name" collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index library_by_province on "library" (tenant_id, "province" desc nulls last, id desc) where is_deleted = 0;
create index user_by_account on "user" (tenant_id, "account" desc nulls last, id desc) where is_deleted = 0;
create index user_by_account_type on "user" (tenant_id, "account_type" desc nulls last, id desc) where is_deleted = 0;
create index user_by_create_time on "user" (tenant_id, create_time desc, id desc) where is_deleted = 0;
create index user_by_phone on "user" (tenant_id, "phone" desc nulls last, id desc) where is_deleted = 0;
create index user_by_real_name on "user" (tenant_id, "real_name" collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index user_by_role_id on "user" (tenant_id, "role_id" desc nulls last, id desc) where is_deleted = 0;
create index user_by_status on "user" (tenant_id, "status" desc nulls last, id desc) where is_deleted = 0;
create index user_by_unit_name on "user" (tenant_id, "unit_name" collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index company_newest on "company" (tenant_id, create_time desc, id desc) where is_deleted = 0;
create index attach_newest on "attach" (tenant_id, create_time desc, id desc) where is_deleted = 0;
-- those that wait for approval come first
create index user_newest on "user" (tenant_id, (status = 0) desc, create_time desc, id desc) where is_deleted = 0;
-- recycle bins, the latest removal first
create index library_removed on "library" (tenant_id, update_time desc, id desc) where is_deleted = 1;
create index declaration_removed on "declaration" (tenant_id, update_time desc, id desc) where is_deleted = 1;
create index company_removed on "company" (tenant_id, update_time desc, id desc) where is_deleted = 1;
create index user_removed on "user" (tenant_id, update_time desc, id desc) where is_deleted = 1;
create index attach_removed on "attach" (tenant_id, update_time desc, id desc) where is_deleted = 1;
