-- The furthest stage of a review that a declaration entered, for figures and filters; null before the first submission.
alter table "declaration" add column "furthest_stage" integer;
update "declaration" d set furthest_stage = greatest(
  (select max(m.to_stage) from declaration_move m where m.pid = d.id and m.to_stage between 10 and 60),
  case when d.declare_status between 10 and 60 then d.declare_status end
);
