-- What one act of many rows sends to a person arrives as one e-mail and one SMS; in the inbox each matter keeps its own message.
alter table message add column act_id bigint;

-- Of a message that was not sent by itself: the row of the queue with which it was sent.
alter table outbox add column sent_with bigint references outbox (id) on delete set null;
create index outbox_sent_with on outbox (sent_with) where sent_with is not null;
create index outbox_of_person on outbox (to_user, channel) where state = 'waiting';
