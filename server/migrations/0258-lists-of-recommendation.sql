-- Versions of the list of recommendation of an office in a batch (docs/decisions/0164). The last one of a place is in force, those before
-- it are void. What it says is a text, since its SHA-256 is that of these characters; nothing changes it.
create table recommendation_list (
  id bigint primary key default next_id(),
  batch_id bigint not null references batch on delete cascade,
  region text not null,
  number integer not null,
  content text not null,
  sha256 text not null,
  -- columns of declarations that it has: whoever may not read one of them does not read the list
  columns text[] not null,
  -- of its declarations, for the same reason
  declarations bigint[] not null,
  create_user bigint not null,
  create_time timestamptz not null default now(),
  -- the attachment with the signed copy, and those that it has replaced
  scan bigint,
  replaced_scans bigint[] not null default '{}',
  scan_user bigint,
  scan_time timestamptz,
  unique (batch_id, region, number)
);
create unique index recommendation_list_scan on recommendation_list (scan) where scan is not null;
