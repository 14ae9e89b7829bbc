-- Whether the members of a batch are approved and rejected by two persons only (docs/decisions/0160): on for new templates, off for those
-- that exist.
alter table "template" add column "decided_by_two" smallint;
update "template" set "decided_by_two" = 0;
