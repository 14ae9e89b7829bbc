-- When each officer last opened a declaration: the check of an act of many says how many nobody in the office has opened.
create table declaration_opening (
  declaration_id bigint not null references declaration (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  opened_at timestamptz not null default now(),
  primary key (declaration_id, user_id)
);

-- The act of many to which a step belongs, and whether nobody in the office had opened the declaration by then.
alter table declaration_move add column act_id bigint, add column is_unopened boolean not null default false;
create index declaration_move_of_act on declaration_move (act_id) where act_id is not null;
