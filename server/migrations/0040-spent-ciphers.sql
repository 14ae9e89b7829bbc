-- Accepted SM2 ciphers of passwords, as a hash of the part that is unique to each cipher. They prevent replay.
create table spent_cipher (hash bytea primary key, ends_at timestamptz not null);
create index spent_cipher_ends on spent_cipher (ends_at);
