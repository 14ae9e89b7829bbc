-- What each platform keeps of an account beside its row: one text for each kind of client (user_type).
create table user_platform (
  user_id bigint not null,
  user_type integer not null,
  user_ext text,
  primary key (user_id, user_type)
);

-- Accounts are looked for by department, whole branches at once.
create index user_departments on "user" using gin (dept_id) where is_deleted = 0;

-- Grants of a client are several codes, and whether it has a secret can be told without telling the secret.
alter table "client" alter column authorized_grant_types type text[]
  using string_to_array(regexp_replace(authorized_grant_types, '\s', '', 'g'), ',');
alter table "client" add column confidential smallint generated always as ((client_secret is not null)::integer::smallint) stored;
