-- Proposals to decide on the members of a batch together, which a second person confirms (docs/decisions/0160). Only one of a batch is
-- open (state 1). The line, the reasons and the decisions are nobody's but of those who read scores before the decision.
create table decision_proposal (
  id bigint primary key default next_id(),
  batch_id bigint not null references batch on delete cascade,
  state integer not null default 1,
  line_by text not null,
  line_at numeric not null,
  line_minimum numeric,
  comment text,
  proposed_by bigint not null,
  proposed_at timestamptz not null default now(),
  settled_by bigint,
  settled_at timestamptz,
  settle_reason text,
  -- whether who confirmed it was another person than who made it
  has_second boolean not null default false,
  job_id bigint
);
create index decision_proposal_batch on decision_proposal (batch_id, id);
create unique index decision_proposal_open on decision_proposal (batch_id) where state = 1;

-- What a proposal does with a member, the reason of an exception, and the version of the member at that time.
create table decision_proposal_row (
  proposal_id bigint not null references decision_proposal on delete cascade,
  declaration_id bigint not null references declaration on delete cascade,
  is_approved boolean not null,
  reason text,
  version integer not null,
  is_done boolean not null default false,
  primary key (proposal_id, declaration_id)
);
create index decision_proposal_row_declaration on decision_proposal_row (declaration_id);
