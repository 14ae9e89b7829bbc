-- The English title of a further review, beside the Chinese one; the same where its task has no English name.
alter table "declaration" add column "stage_name_en" text;
alter table declaration_move add column from_name_en text, add column to_name_en text;
update declaration set stage_name_en = coalesce((
  select string_agg(distinct coalesce(d.facts->'elements'->t.task_key->>'nameEn', t.name), ' / ')
  from flow_instance i join flow_definition d on d.id = i.definition_id
    join flow_task t on t.instance_id = i.id and t.end_time is null
  where i.business_table = 'declaration' and i.business_id = declaration.id and i.end_time is null), stage_name)
where stage_name is not null;
