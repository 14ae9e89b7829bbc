-- Who counted as one person with the proposer when the proposal was made: a deputation that is ended before the confirmation stays a tie.
alter table decision_proposal add column one_person bigint[] not null default '{}';
