-- Corrections of a score are no steps, so nothing that counts steps notices them: the latest counts, and all stay. Whoever decides closes
-- scoring; experts who are assigned later, or a return, open it again (docs/decisions/0148).
create table score_correction (
  id bigint primary key default next_id(),
  move_id bigint not null,
  score numeric(5,2) not null,
  items jsonb not null default '[]',
  reason text not null,
  create_time timestamptz not null default now()
);
create index score_correction_move on score_correction (move_id, id);
create trigger score_correction_stays before update or delete on score_correction execute function refuse_change();
create table score_closing (
  id bigint primary key default next_id(),
  pid bigint not null,
  user_id bigint,
  create_time timestamptz not null default now()
);
create index score_closing_pid on score_closing (pid, id);
create trigger score_closing_stays before update or delete on score_closing execute function refuse_change();
