-- Messages to people. Whoever completes the task of a message of the kind `todo` closes it for everybody (done_at).
create table message (
  id bigint primary key default next_id(),
  tenant_id text not null,
  to_user bigint not null references "user" (id),
  kind text not null check (kind in ('todo', 'result', 'reminder', 'system')),
  -- a message that the law requires is sent through every channel, whatever its recipient prefers
  is_required boolean not null default false,
  title text not null,
  title_en text not null,
  text text not null default '',
  text_en text not null default '',
  link text not null,
  business_table text,
  business_id bigint,
  create_time timestamptz not null default now(),
  read_at timestamptz,
  done_at timestamptz,
  check ((business_table is null) = (business_id is null))
);
create index message_of_user on message (to_user, create_time desc, id desc);
create index message_unread on message (to_user) where read_at is null and done_at is null;
create index message_about on message (business_table, business_id, to_user);

-- Channels that a person has chosen for a kind of message; without a row the initial choice of the contract applies.
create table message_preference (
  user_id bigint not null references "user" (id) on delete cascade,
  kind text not null,
  channel text not null,
  is_on boolean not null,
  primary key (user_id, kind, channel)
);

-- One row for each external channel of a message. While a row is being sent, next_at is the end of its lease.
create table outbox (
  id bigint primary key default next_id(),
  tenant_id text not null default '000000',
  message_id bigint not null references message (id) on delete cascade,
  to_user bigint not null references "user" (id),
  kind text not null,
  channel text not null check (channel in ('email', 'sms')),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'skipped', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  sent_at timestamptz,
  reason text,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  status integer not null default 1,
  is_deleted smallint not null default 0,
  unique (message_id, channel)
);
create index outbox_open on outbox (next_at, id) where state in ('waiting', 'sending');
create index outbox_listed on outbox (tenant_id, create_time desc, id desc);

-- Days on which the officers have got their digest: the row of a day is written with its messages.
create table digest_day (day date primary key, sent_at timestamptz not null default now());
