-- Every change of the library invalidates the cached figures of the home page, also a change outside the server.
insert into epoch (name) values ('library');
create trigger library_counts after insert or update or delete or truncate on "library" execute function count_epoch('library');
