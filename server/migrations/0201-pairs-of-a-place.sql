-- The pairs of characters say of which place a row is: of the rows with a common text, those of the caller's region are found in the index
-- (docs/decisions/0139). Each index is built again: 5 s per 100,000 projects, in which nobody writes them.

-- The province and the city of a row, as the region of a data scope is compared with them. A pair has two characters, these have more.
create function places(city text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array['@' || left(coalesce(city, ''), 2), '@' || left(coalesce(city, ''), 4)])
$$;

drop index library_pairs, declaration_pairs, company_pairs, private_network_pairs;
create index library_pairs on "library" using gin ((pairs(fold(coalesce("project_name", '') || ' ' || coalesce("commpany_name", '') || ' ' || coalesce("year", '') || ' ' || coalesce("declare_no", ''))) || places(city)))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
create index declaration_pairs on "declaration" using gin ((pairs(fold(coalesce("project_name", '') || ' ' || coalesce("commpany_name", '') || ' ' || coalesce("declare_no", '') || ' ' || coalesce("year", ''))) || places(city)))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
create index company_pairs on "company" using gin ((pairs(fold(coalesce("commpany_name", '') || ' ' || coalesce("organization_code", ''))) || places(city)))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
create index private_network_pairs on private_network using gin ((pairs(fold(coalesce("network_name", '') || ' ' || coalesce("commpany_name", ''))) || places(city)))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
alter index library_pairs alter column 1 set statistics 0;
alter index declaration_pairs alter column 1 set statistics 0;
alter index company_pairs alter column 1 set statistics 0;
alter index private_network_pairs alter column 1 set statistics 0;

-- Messages, in both languages, with the person they are for.
create index message_pairs on message using gin ((pairs(fold(title || ' ' || text || ' ' || title_en || ' ' || text_en)) || array_to_tsvector(array['@' || to_user::text])))
  with (gin_pending_list_limit = 256);
alter index message_pairs alter column 1 set statistics 0;
