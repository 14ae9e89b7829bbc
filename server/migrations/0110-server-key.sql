-- Which SM2 key the servers of this database have: a digest that says nothing about the key. One row.
create table server_key (
  is_only boolean primary key default true check (is_only),
  fingerprint text not null,
  since timestamptz not null default now()
);
