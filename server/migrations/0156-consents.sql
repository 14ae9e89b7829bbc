-- Who has agreed to which version of a statement of the site, and when. Rows are never changed or deleted: those of a removed
-- account stay with it (docs/decisions/0099).
create table consent (
  user_id bigint not null,
  code text not null,
  version integer not null,
  create_time timestamptz not null default now(),
  primary key (user_id, code, version)
);
