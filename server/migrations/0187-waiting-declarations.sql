-- What waits in a stage in the order in which the desk lists it: for the country, a province and a city (docs/decisions/0139).
create index declaration_waiting on declaration (tenant_id, declare_status, stage_until, stage_since, id)
  where is_deleted = 0 and declare_status in (10, 20, 30, 40, 50);
create index declaration_waiting_in_province on declaration (tenant_id, (left(city, 2)), declare_status, stage_until, stage_since, id)
  where is_deleted = 0 and declare_status in (10, 20, 30, 40, 50);
create index declaration_waiting_in_city on declaration (tenant_id, (left(city, 4)), declare_status, stage_until, stage_since, id)
  where is_deleted = 0 and declare_status in (10, 20, 30, 40, 50);
-- What an expert is assigned to.
create index declaration_of_expert on declaration using gin (experts) where is_deleted = 0;
