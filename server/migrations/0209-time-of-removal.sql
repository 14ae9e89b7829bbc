-- The recycle bin of a large table had its order by the time of the last change, so that each change of a row made a new entry in every
-- index of its table. The time of removal is a column of its own, which other changes leave alone (docs/decisions/0140).
-- The column is added at once; building the indexes blocks no reads, and they contain only what was removed.

create function set_removed_time() returns trigger language plpgsql as $$
begin
  new.removed_time := case new.is_deleted when 1 then new.update_time end;
  return new;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['attach', 'company', 'declaration', 'dept', 'library', 'private_network', 'user'] loop
    execute format('alter table %I add column removed_time timestamptz', name);
    execute format('update %I set removed_time = update_time where is_deleted = 1', name);
    execute format('create trigger removed_time before update of is_deleted on %I for each row execute function set_removed_time()', name);
    execute format('drop index %I', name || '_removed');
    execute format('create index %I on %I (tenant_id, removed_time desc nulls last, id desc) where is_deleted = 1', name || '_removed', name);
  end loop;
end $$;
