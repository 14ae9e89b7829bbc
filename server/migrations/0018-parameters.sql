-- Parameters that visitors are told of are held in memory until one of them is written.
insert into epoch (name) values ('param');
create trigger param_counts after insert or update or delete or truncate on "param" execute function count_epoch('param');
