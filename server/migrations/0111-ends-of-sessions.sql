-- Whoever ends or locks a session, the servers learn of it at once and end its live connections (server/inbox/live.ts).
create function notify_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', new.id::text);
  return null;
end $$;
create trigger session_ends after update of ended_at, lock_hash on session for each row
when ((old.ended_at is null and new.ended_at is not null) or (old.lock_hash is null and new.lock_hash is not null))
execute function notify_session_end();
