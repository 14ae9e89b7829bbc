-- Scores by the items of a rubric have two decimals; whole numbers stay what they are. The items are stored with the step, as the rubric
-- had them (docs/decisions/0148).
alter table declaration_move alter column score type numeric(5,2), add column items jsonb not null default '[]';
