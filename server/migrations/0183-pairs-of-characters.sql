-- Any part of a text is found by the pairs of characters in it: one index for each entity that may have millions of rows, over all texts
-- that are searched (docs/decisions/0139). Trigrams need three characters, and one index for each text.

-- The pairs of a folded text, and the last character of each word, which begins no pair. No pair contains a blank. Final: indexes are
-- built with it. The cost, about what it is, keeps the planner from computing them for the rows of another index.
create function pairs(s text) returns tsvector language sql immutable parallel safe cost 2000 as $$
  select array_to_tsvector(array_remove(string_to_array(
    regexp_replace(s, '..', '\& ', 'g') || ' ' || regexp_replace(substr(s, 2), '..', '\& ', 'g'), ' '), ''))
$$;

-- The pairs that a text has which contains this one, as it was typed; null for one of blanks. One character begins a pair.
create function pairs_query(term text) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || replace(replace(pair, '\', '\\'), '''', '''''') || '''' || suffix, ' & ')::tsquery
  from (
    select distinct case when length(word) = 1 then word else substr(word, i, 2) end as pair,
      case when length(word) = 1 then ':*' else '' end as suffix
    from unnest(string_to_array(public.fold(term), ' ')) word, generate_series(1, greatest(length(word) - 1, 1)) i
    where word <> '') pairs
$$;

-- The list of changes that an index has not yet taken in is short, for each search reads it. Statistics of pairs are not collected: the
-- planner does not use those of an index of a part of the rows.
create index library_pairs on "library" using gin (pairs(fold(coalesce("project_name", '') || ' ' || coalesce("commpany_name", '') || ' ' || coalesce("year", '') || ' ' || coalesce("declare_no", ''))))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
create index declaration_pairs on "declaration" using gin (pairs(fold(coalesce("project_name", '') || ' ' || coalesce("commpany_name", '') || ' ' || coalesce("declare_no", '') || ' ' || coalesce("year", ''))))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
create index company_pairs on "company" using gin (pairs(fold(coalesce("commpany_name", '') || ' ' || coalesce("organization_code", ''))))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
create index user_pairs on "user" using gin (pairs(fold(coalesce("account", '') || ' ' || coalesce("real_name", '') || ' ' || coalesce("unit_name", '') || ' ' || coalesce("phone", ''))))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
create index attach_pairs on "attach" using gin (pairs(fold(coalesce("original_name", '') || ' ' || coalesce("name", ''))))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
alter index library_pairs alter column 1 set statistics 0;
alter index declaration_pairs alter column 1 set statistics 0;
alter index company_pairs alter column 1 set statistics 0;
alter index user_pairs alter column 1 set statistics 0;
alter index attach_pairs alter column 1 set statistics 0;

drop index library_project_name, library_company_name, library_declare_no, declaration_quick_search, company_quick_search, user_quick_search;

-- For the same reason it did not know how many rows a region has, and read them all for a rare word.
create statistics library_regions on (left(city, 4)), (left(city, 2)) from "library";
create statistics declaration_regions on (left(city, 4)), (left(city, 2)) from "declaration";
create statistics company_regions on (left(city, 4)), (left(city, 2)) from "company";
analyze "library", "declaration", "company", "user", "attach";
