-- A department for each enterprise makes one tree of hundreds of thousands. Its screen reads a level, page by page, and the number of
-- people in each department of the page (docs/decisions/0139).

create index dept_level on dept (tenant_id, parent_id, sort, id) where is_deleted = 0;
create index dept_in_order on dept (tenant_id, sort, id) where is_deleted = 0;
create index dept_newest on dept (tenant_id, create_time desc, id desc) where is_deleted = 0;
create index dept_removed on dept (tenant_id, update_time desc, id desc) where is_deleted = 1;
create index dept_by_dept_name on dept (tenant_id, dept_name collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index dept_by_full_name on dept (tenant_id, full_name collate pinyin desc nulls last, id desc) where is_deleted = 0;
create index dept_by_dept_category on dept (tenant_id, dept_category desc nulls last, id desc) where is_deleted = 0;
create index dept_by_sort on dept (tenant_id, sort desc nulls last, id desc) where is_deleted = 0;
create index dept_pairs on dept using gin (pairs(fold(coalesce("dept_name", '') || ' ' || coalesce("full_name", ''))))
  with (gin_pending_list_limit = 256) where is_deleted = 0;
alter index dept_pairs alter column 1 set statistics 0;
-- the departments below one
create index dept_ancestors on dept using gin (string_to_array(ancestors, ',')) with (gin_pending_list_limit = 256);

-- The number of accounts in each department and all below it, and changes that are not applied yet. Nobody waits for a number.
create table dept_people (dept_id bigint primary key, people bigint not null) with (fillfactor = 70);
create table dept_people_change (dept_id bigint not null, people bigint not null)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- These departments and all above them, each once: whoever is in two departments of a branch counts once.
create function dept_branches(depts bigint[]) returns setof bigint language sql stable as $$
  select distinct branch.id from dept d, unnest(string_to_array(d.ancestors, ',')::bigint[] || d.id) as branch (id)
  where d.id = any(depts) and branch.id <> 0
$$;

-- No department moves meanwhile: moves hold the lock 5022 alone (server/system/people/dept.ts).
create function user_dept_people() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(5022);
  if tg_op <> 'INSERT' and old.is_deleted = 0 then
    insert into dept_people_change select branch, -1 from dept_branches(old.dept_id) branch;
  end if;
  if tg_op <> 'DELETE' and new.is_deleted = 0 then
    insert into dept_people_change select branch, 1 from dept_branches(new.dept_id) branch;
  end if;
  return null;
end $$;
create trigger user_dept_people after insert or delete on "user" for each row execute function user_dept_people();
create trigger user_dept_people_update after update of dept_id, is_deleted on "user" for each row
  when (old.dept_id is distinct from new.dept_id or old.is_deleted is distinct from new.is_deleted)
  execute function user_dept_people();

-- The people of moved departments leave what was above them. The other departments of a person stay where they are.
create function dept_moves_people() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from old_rows join new_rows using (id) where old_rows.ancestors is distinct from new_rows.ancestors) then
    return null;
  end if;
  perform pg_advisory_xact_lock(5022);
  insert into dept_people_change
  with moved as materialized (
    select old_rows.id, old_rows.ancestors from old_rows join new_rows using (id)
    where old_rows.ancestors is distinct from new_rows.ancestors
  ), person as materialized (
    select id, dept_id from "user" where is_deleted = 0 and dept_id && array(select id from moved)
  ), branch as (
    select person.id as person, above.id, 1 as sign
    from person join dept d on d.id = any(person.dept_id), unnest(string_to_array(d.ancestors, ',')::bigint[] || d.id) as above (id)
    group by 1, 2
    union all
    select person.id, above.id, -1
    from person join dept d on d.id = any(person.dept_id) left join moved on moved.id = d.id,
      unnest(string_to_array(case when moved.id is null then d.ancestors else moved.ancestors end, ',')::bigint[] || d.id) as above (id)
    group by 1, 2
  )
  select id, sum(sign) from branch where id <> 0 group by id having sum(sign) <> 0;
  return null;
end $$;
create trigger dept_moves_people after update on dept referencing new table as new_rows old table as old_rows
  for each statement execute function dept_moves_people();

create view dept_people_now as
  select * from dept_people
  union all
  select * from dept_people_change;

-- Applies the changes and returns how many there were. One caller at a time; the others do nothing.
create function apply_dept_people_changes() returns bigint language plpgsql as $$
declare
  applied bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('apply_dept_people_changes')) then return 0; end if;
  with change as (delete from dept_people_change returning *),
  added as (
    insert into dept_people as kept
    select dept_id, sum(people) from change group by 1 having sum(people) <> 0
    on conflict (dept_id) do update set people = kept.people + excluded.people)
  select count(*) into applied from change;
  return applied;
end $$;

-- Counts everything again.
create function recount_dept_people() returns void language plpgsql as $$
begin
  lock table "user", dept in share mode;
  delete from dept_people_change;
  delete from dept_people;
  insert into dept_people
  select branch.id, count(distinct person.id)
  from "user" person join dept d on d.id = any(person.dept_id), unnest(string_to_array(d.ancestors, ',')::bigint[] || d.id) as branch (id)
  where person.is_deleted = 0 and branch.id <> 0 group by 1;
end $$;
select recount_dept_people();
analyze dept;
