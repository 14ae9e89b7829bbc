-- The form in which texts are compared and searched, as `fold` of contract/kit/fold.ts. Texts of ASCII and Chinese characters, nearly
-- all there are, take the short way, which costs a sixth. Not `strict`, so that PostgreSQL can put its body in place of a call.
-- Final: indexes are built with it.
create function fold(s text) returns text language sql immutable parallel safe as $$
  select case when s ~ '^[ -~一-鿿]*$' then lower(s)
  else translate(lower(normalize(lower(replace(regexp_replace(s,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g'), U&'\0130', U&'i\0307')), nfkc)), U&'\03c2\0009\000a\000b\000c\000d\0085\2028\2029', U&'\03c3        ') end
$$;

-- A LIKE pattern for texts that contain, or start with, a text as it was typed: escaped after folding, for NFKC makes % of a full-width ％.
create function fold_part(term text) returns text language sql immutable parallel safe as $$
  select '%' || regexp_replace(public.fold(term), '([\\%_])', '\\\1', 'g') || '%'
$$;
create function fold_start(term text) returns text language sql immutable parallel safe as $$
  select regexp_replace(public.fold(term), '([\\%_])', '\\\1', 'g') || '%'
$$;

drop index library_project_name;
create index library_project_name on "library" using gin (fold(project_name) gin_trgm_ops) where is_deleted = 0;
drop index library_company_name;
create index library_company_name on "library" using gin (fold(commpany_name) gin_trgm_ops) where is_deleted = 0;
drop index library_declare_no;
create index library_declare_no on "library" using gin (fold(declare_no) gin_trgm_ops) where is_deleted = 0;
drop index declaration_quick_search;
create index declaration_quick_search on "declaration" using gin (fold(declare_no) gin_trgm_ops, fold(project_name) gin_trgm_ops)
  where is_deleted = 0;
drop index company_quick_search;
create index company_quick_search on "company" using gin (fold(organization_code) gin_trgm_ops, fold(commpany_name) gin_trgm_ops)
  where is_deleted = 0;
drop index user_quick_search;
create index user_quick_search on "user" using gin (fold(account) gin_trgm_ops, fold(real_name) gin_trgm_ops) where is_deleted = 0;
analyze "library", "declaration", "company", "user";
