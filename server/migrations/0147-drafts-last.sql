-- The list of officers: newest first, drafts of others last.
create index declaration_drafts_last on "declaration" (tenant_id, (declare_status in (0, 5, 90)), create_time desc, id desc)
where is_deleted = 0;
