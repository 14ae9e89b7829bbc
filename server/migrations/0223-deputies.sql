-- Who handles the tasks of the creator for a period, besides the creator (docs/decisions/0151).
create table "deputy" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "deputy_user" bigint not null,
  "start_time" timestamptz not null,
  "end_time" timestamptz not null,
  "reason" text,
  "ended_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index deputy_of_deputy on deputy (deputy_user, end_time) where ended_time is null and is_deleted = 0;
create index deputy_of_principal on deputy (create_user, end_time) where ended_time is null and is_deleted = 0;
create index leave_of_person on leave (create_user, end_time) where leave_state = 'approved';

-- Whether a person is on approved leave now.
create function is_on_leave(person bigint) returns boolean language sql stable as $$
  select exists (select 1 from leave l where l.create_user = person and l.leave_state = 'approved' and l.is_deleted = 0
    and l.start_time <= now() and l.end_time > now())
$$;

-- Whose deputy a person is now: of nobody while on leave.
create function principals_of(person bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(distinct d.create_user), '{}') from deputy d
  where d.deputy_user = person and d.ended_time is null and d.is_deleted = 0 and d.start_time <= now() and d.end_time > now()
    and not is_on_leave(person)
$$;

create function deputies_of(person bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(distinct d.deputy_user), '{}') from deputy d
  where d.create_user = person and d.ended_time is null and d.is_deleted = 0 and d.start_time <= now() and d.end_time > now()
    and not is_on_leave(d.deputy_user)
$$;

-- A person with their deputies and principals, who are one person where two are required.
create function one_person(person bigint) returns bigint[] language sql stable as $$
  select array_append(principals_of(person) || deputies_of(person), person)
$$;

-- For whom a task was completed, and a step made, by the deputy.
alter table flow_task add column principal_id bigint;
alter table declaration_move add column principal_id bigint;

create or replace function declaration_facts(of_declaration bigint, of_stage integer, of_experts bigint[])
returns table (arrival bigint, approved_offices text[], approvers bigint[], open_experts bigint[], is_disputed boolean)
language sql stable as $$
  select a.id,
    array(select m.office from declaration_move m
      where m.pid = of_declaration and m.id > a.id and m.move = 'provinceApprove' and m.office is not null),
    array(select p from declaration_move m cross join unnest(array[m.user_id, m.principal_id]) p
      where m.pid = of_declaration and m.id > a.id and m.move = 'provinceApprove' and p is not null),
    array(select unnest(of_experts) except select m.user_id from declaration_move m
      where m.pid = of_declaration and m.move = 'score' and (m.conflict or m.id > a.id) order by 1),
    (select count(*) filter (where m.move = 'object') > count(*) filter (where m.move = 'dismiss') from declaration_move m
      where m.pid = of_declaration and m.id > a.id)
  from (select coalesce(max(m.id), 0) as id from declaration_move m
    where m.pid = of_declaration and m.to_stage = of_stage and m.from_stage <> m.to_stage offset 0) a
$$;
