-- The figures of the home page are counted again after any change of the library, whoever writes.
insert into epoch (name) values ('library');
create trigger library_counts after insert or update or delete or truncate on "library" execute function count_epoch('library');
