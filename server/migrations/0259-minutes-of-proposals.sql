-- The members and scores as they were when a proposal was confirmed, for its minutes (docs/decisions/0164).
alter table decision_proposal add column minutes text;
