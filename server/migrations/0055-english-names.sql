-- English names of regions and industries. The seed fills in the names of the rows it created.
alter table "region" add column "name_en" text;
alter table industry add column "name_en" text;
