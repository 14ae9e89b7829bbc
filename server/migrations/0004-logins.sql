-- Successful and failed logins. Each person sees those of their own account. Rows are never updated.
create table login (
  id bigint primary key default next_id(),
  user_id bigint not null,
  at timestamptz not null default now(),
  -- a grant type of the token endpoint (contract/current-account.ts)
  way text not null,
  outcome smallint not null,
  address text not null,
  agent text not null
);
create index login_of_user on login (user_id, at desc);
