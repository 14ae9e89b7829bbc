-- Whether declarations of a template can only be handled one by one (docs/decisions/0147).
alter table "template" add column "one_by_one" smallint;
