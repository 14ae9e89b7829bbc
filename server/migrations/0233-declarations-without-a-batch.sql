-- Declarations in review that belong to no batch: the desk of the platform counts those of templates with batches (docs/decisions/0153).
-- Building the index blocks no reads.
create index declaration_without_batch on declaration (template_id)
  where batch_id is null and is_deleted = 0 and declare_status in (10, 20, 25, 30, 35, 40, 45);
