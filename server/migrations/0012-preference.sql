-- How people like the platform to look: small documents by name, kept with the account (contract/preferences.ts).
create table preference (
  user_id bigint not null,
  name text not null,
  value jsonb not null,
  -- roles whose holders see it too
  role_ids bigint[] not null default '{}',
  update_time timestamptz not null default now(),
  primary key (user_id, name)
);
create index preference_shared on preference using gin (role_ids) where role_ids <> '{}';
