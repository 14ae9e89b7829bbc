-- The list of departments is sorted by their heads (docs/decisions/0139).
create index dept_by_head on dept (tenant_id, head desc nulls last, id desc) where is_deleted = 0;
