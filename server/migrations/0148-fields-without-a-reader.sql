-- Fields that clients of the family store and nothing reads are not required.
alter table "menu" alter column "alias" drop not null;
alter table "client" alter column "scope" drop not null;

-- Only providers that the platform can send with are offered.
update dict set is_sealed = 1 where code = 'sms' and dict_key in ('1', '2') and is_sealed = 0;
