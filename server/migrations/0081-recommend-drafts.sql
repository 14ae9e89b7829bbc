-- A draft of a recommendation may lack what its review requires.
alter table "recommend"
  alter column "project_name" drop not null, alter column "project_address" drop not null,
  alter column "project_curator" drop not null, alter column "phone" drop not null, alter column "project_overview" drop not null;
