-- A move without a permission is made by the platform itself: nobody can handle a task that has no other, not even an
-- administrator, as mayHandle (server/flow/task-access.ts) says for one person.
create or replace function may_handle(person_id bigint, moves text[]) returns boolean language sql stable as $$
  select exists (
    select 1 from "user" u join role r on r.id = any(u.role_id) and r.tenant_id = u.tenant_id and r.is_deleted = 0
      left join tenant t on t.tenant_id = r.tenant_id and r.tenant_id <> '000000'
      left join tenant_package p on p.id = t.package_id
    where u.id = person_id and u.status = 1 and u.is_deleted = 0
      and cardinality(task_permissions(moves)) > 0
      and (r.role_alias = 'administrator' and r.tenant_id = '000000' or exists (
        select 1 from role_menu g join menu m on m.id = g.menu_id
        where g.role_id = r.id and m.is_deleted = 0 and m.code = any(task_permissions(moves))
          and (t.package_id is null or m.id = any(p.menu_id) or m.category = 2 and m.parent_id = any(p.menu_id)))))
$$;
