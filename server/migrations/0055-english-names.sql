-- English names of divisions and industries; the seed fills in those of what was sown.
alter table "region" add column "name_en" text;
alter table industry add column "name_en" text;
