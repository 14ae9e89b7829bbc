-- The server caches the public parameters until a parameter changes.
insert into epoch (name) values ('param');
create trigger param_counts after insert or update or delete or truncate on "param" execute function count_epoch('param');
