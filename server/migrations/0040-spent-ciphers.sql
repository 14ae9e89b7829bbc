-- Passwords that travelled under SM2 and were accepted, by a hash of what is unlike in every cipher: none is accepted again.
create table spent_cipher (hash bytea primary key, ends_at timestamptz not null);
create index spent_cipher_ends on spent_cipher (ends_at);
