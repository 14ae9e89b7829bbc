-- What each backup was and what its restore has proved (server/backup); the backups themselves are in BACKUP_DIR.
create table backup (
  id bigint primary key default next_id(),
  name text not null,
  directory text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null default now(),
  bytes bigint not null,
  files integer not null,
  missing_files integer not null,
  -- rows, files and entries of the audit chain that were compared in the restored copy; null: not proved, for the reason in doubt
  proved_rows bigint,
  proved_files integer,
  proved_entries bigint,
  doubt text,
  doubt_en text,
  -- whether the copy in the bucket is complete; null: there is no bucket
  is_copied boolean
);
create index backup_ended on backup (ended_at desc);
