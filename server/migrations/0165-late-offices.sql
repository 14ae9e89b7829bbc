-- Who is told when an office is late, and since when the provincial desk watches a declaration that it is late with.
alter table "dept" add column "head" bigint;
alter table "declaration" add column "supervised_since" timestamptz;
create index declaration_supervised on declaration (tenant_id, supervised_since) where supervised_since is not null;
