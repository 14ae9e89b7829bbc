-- Display preferences: small named documents, stored with the account (contract/preferences.ts).
create table preference (
  user_id bigint not null,
  name text not null,
  value jsonb not null,
  -- roles that the document is shared with
  role_ids bigint[] not null default '{}',
  update_time timestamptz not null default now(),
  primary key (user_id, name)
);
create index preference_shared on preference using gin (role_ids) where role_ids <> '{}';
