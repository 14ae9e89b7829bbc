-- The items by which experts score the declarations of a template (docs/decisions/0148).
alter table "template" add column "rubric" jsonb;
