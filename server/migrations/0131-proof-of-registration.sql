-- What an approval of a registration rests on: the recorded check of the officer who approved.
alter table registration
  add column check_note text,
  add column checked_by bigint,
  add column checked_at timestamptz;

-- Files that prove that somebody may act for an organisation: kind 1 a letter of authorisation, 2 a business licence. An earlier one
-- is kept, as are the rows of their files; only its owner and those who approve read them.
create table registration_proof (
  attach_id bigint primary key,
  user_id bigint not null,
  kind integer not null,
  create_time timestamptz not null default now(),
  replaced_at timestamptz
);
create index registration_proof_user on registration_proof (user_id);

-- What accounts of the same organisation say about a registration that waits.
create table registration_answer (
  user_id bigint not null,
  clerk_id bigint not null,
  agrees boolean not null,
  reason text,
  create_time timestamptz not null default now(),
  primary key (user_id, clerk_id)
);
