-- Near duplicates among submitted declarations and listed projects (docs/decisions/0161). Nothing here is a row of an entity, so that no
-- list, search, export, report or key reads it.

-- Each submitted version that is compared, or waits for it. The last submission of each declaration is compared first.
create table duplicate_check (
  declaration_id bigint not null,
  loop integer not null,
  -- when it is tried, again after a failure
  due_at timestamptz not null default now(),
  checked_at timestamptz,
  -- what was found then, and the highest degree in percent
  matches integer not null default 0,
  degree integer,
  primary key (declaration_id, loop)
);
create index duplicate_check_waiting on duplicate_check (due_at, declaration_id, loop) where checked_at is null;
insert into duplicate_check (declaration_id, loop) select pid, max(loop) from declaration_version group by pid;

-- By what the last submission of a declaration is found: the bands of MinHash of its name, equipment and overview.
create table duplicate_signature (
  declaration_id bigint primary key,
  loop integer not null,
  bands integer[] not null
);
create index duplicate_signature_bands on duplicate_signature using gin (bands);

-- Two declarations, or a declaration and a project that was listed without one, with what they have in common in percent. A pair is stored
-- once, by the one that was compared later.
create table duplicate_match (
  declaration_id bigint not null,
  other_id bigint,
  library_id bigint,
  degree integer not null,
  name integer not null,
  site integer not null,
  equipment integer not null,
  overview integer not null,
  check (num_nonnulls(other_id, library_id) = 1)
);
create unique index duplicate_match_pair on duplicate_match (declaration_id, coalesce(other_id, library_id));
create index duplicate_match_other on duplicate_match (other_id) where other_id is not null;

-- What officers concluded, with the version that they saw and what had been found. Never changed: another conclusion is another row.
create table duplicate_result (
  id bigint primary key default next_id(),
  declaration_id bigint not null,
  loop integer not null,
  result smallint not null,
  reason text not null,
  matches integer not null,
  degree integer,
  user_id bigint not null,
  create_time timestamptz not null default now()
);
create index duplicate_result_declaration on duplicate_result (declaration_id, id);
create trigger duplicate_result_stays before update or delete on duplicate_result execute function refuse_change();
