-- Single sign-on in both directions: codes that this server issues, logins in progress, and identities at the external provider.
create table authorization_code (
  code_hash bytea primary key,
  client_id text not null,
  redirect_uri text not null,
  -- SHA-256 hash of the verifier, base64url (RFC 7636); optional only if the client has a secret
  challenge text,
  user_id bigint not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  -- the session created with this code; it ends if the code is used again
  session_id bigint
);
create index authorization_code_ends on authorization_code (ends_at);

create table sign_on (
  state_hash bytea primary key,
  -- SHA-256 hash of the cookie in the browser that starts the login
  browser_hash bytea not null,
  -- null if this server itself is the provider
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
  -- name of the person at the external provider
  name text,
  user_id bigint,
  -- SHA-256 hash of the oauth_id that permits registration for this identity
  pending_hash bytea unique,
  pending_ends timestamptz,
  create_time timestamptz not null default now(),
  unique (issuer, subject)
);

-- The ID token that the external provider issues at login. The provider expects it again at logout.
alter table session add column id_token text;
