-- One row for each account that its owner registered. Until the first approval, its owner may correct it after a login that was
-- refused: key_hash is the hash of the key that such a login answers.
create table registration (
  user_id bigint primary key,
  approved_at timestamptz,
  key_hash bytea unique,
  key_ends timestamptz
);

-- Whoever was approved had a role from then on.
insert into registration (user_id)
select id from "user"
where is_deleted = 0 and (status = 0 or (status = -1 and coalesce(cardinality(role_id), 0) = 0));
