-- Single sign-on both ways: codes this server gives out, logins under way at the outside site, and who is who there.
create table authorization_code (
  code_hash bytea primary key,
  client_id text not null,
  redirect_uri text not null,
  -- SHA-256 of the verifier, base64url (RFC 7636); none only where the client has a secret
  challenge text,
  user_id bigint not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  -- the session it opened: ends when the code is shown a second time
  session_id bigint
);
create index authorization_code_ends on authorization_code (ends_at);

create table sign_on (
  state_hash bytea primary key,
  -- SHA-256 of the cookie of the browser that began it
  browser_hash bytea not null,
  -- null: this server signs on at itself
  issuer text,
  nonce text not null,
  verifier text not null,
  ends_at timestamptz not null
);
create index sign_on_ends on sign_on (ends_at);

create table identity (
  id bigint primary key default next_id(),
  issuer text not null,
  subject text not null,
  -- as the outside site calls the person
  name text,
  user_id bigint,
  -- SHA-256 of the oauth_id that lets its holder register for this identity
  pending_hash bytea unique,
  pending_ends timestamptz,
  create_time timestamptz not null default now(),
  unique (issuer, subject)
);

-- What the outside site said of the person at login; it wants to see it again at logout.
alter table session add column id_token text;
