-- Additional data of an account: one text per client type (user_type).
create table user_platform (
  user_id bigint not null,
  user_type integer not null,
  user_ext text,
  primary key (user_id, user_type)
);

-- Accounts are searched by a department and all departments below it.
create index user_departments on "user" using gin (dept_id) where is_deleted = 0;

-- A client has several grant types. The flag `confidential` shows that a secret exists without exposing the secret.
alter table "client" alter column authorized_grant_types type text[]
  using string_to_array(regexp_replace(authorized_grant_types, '\s', '', 'g'), ',');
alter table "client" add column confidential smallint generated always as ((client_secret is not null)::integer::smallint) stored;
