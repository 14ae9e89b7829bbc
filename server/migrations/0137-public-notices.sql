-- Whether visitors may read a notice, too; those of before are for people with an account.
alter table "notice" add column "is_public" smallint;
update "notice" set is_public = 0;
