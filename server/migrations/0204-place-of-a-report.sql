-- Where a report is shown besides its own page.
alter table "report" add column "place" text;
