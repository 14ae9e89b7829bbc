-- A person's messages are listed unread first, then the newest: one index for each, instead of one for all that had to be sorted.
create index message_open on message (to_user, create_time desc, id desc) include (kind) where read_at is null and done_at is null;
create index message_settled on message (to_user, create_time desc, id desc) include (kind) where read_at is not null or done_at is not null;
drop index message_unread;
drop index message_of_user;
