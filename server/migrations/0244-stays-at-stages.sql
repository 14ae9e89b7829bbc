-- Each stay of a declaration at a stage of its review: who had it, until when it had to be done, and how it ended (docs/decisions/0158).
create table "stage_stay" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "declaration_id" bigint not null references "declaration" on delete cascade,
  "stage" integer not null,
  "since" timestamptz not null,
  "until" timestamptz,
  "due" timestamptz,
  "result" integer not null default 0,
  "overdue" smallint,
  "workdays" integer,
  "handler_id" bigint,
  "principal_id" bigint,
  "province" text,
  "city" text,
  "categorize" text,
  "operators" integer[],
  "year" text,
  "template_id" bigint,
  -- the present stage of the declaration, which data scopes compare
  "declare_status" integer,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index stage_stay_declaration on stage_stay (declaration_id, id);
-- What readers of the country, a province and a city ask for: what began or ended in a period, and what is open.
create index stage_stay_since on stage_stay (tenant_id, since desc, id desc) where is_deleted = 0;
create index stage_stay_since_in_province on stage_stay (tenant_id, (left(city, 2)), since desc, id desc) where is_deleted = 0;
create index stage_stay_since_in_city on stage_stay (tenant_id, (left(city, 4)), since desc, id desc) where is_deleted = 0;
create index stage_stay_until on stage_stay (tenant_id, until) where is_deleted = 0 and until is not null;
create index stage_stay_until_in_province on stage_stay (tenant_id, (left(city, 2)), until) where is_deleted = 0 and until is not null;
create index stage_stay_until_in_city on stage_stay (tenant_id, (left(city, 4)), until) where is_deleted = 0 and until is not null;
create index stage_stay_open on stage_stay (tenant_id, city) where is_deleted = 0 and until is null;
create index stage_stay_uncounted on stage_stay (id) where until is not null and workdays is null;

-- Stages at which somebody other than the declarant handles a declaration.
create function is_handled_stage(stage integer) returns boolean language sql immutable as $$
  select stage between 10 and 50
$$;

-- How a stay ended, by the stage that followed: 0 not yet, 1 passed, 2 returned, 3 refused, 4 withdrawn by the declarant or ended by the platform.
create function stay_result(next_stage integer) returns integer language sql immutable as $$
  select case when next_stage is null then 0 when next_stage = 70 then 2 when next_stage in (80, 95, 98, 99) then 3 when next_stage in (0, 5, 90) then 4 else 1 end
$$;

-- The stays of these declarations from their steps. When an earlier stay had to be done is not known.
create function recount_stage_stays(ids bigint[]) returns void language sql as $$
  delete from stage_stay where declaration_id = any(ids);
  insert into stage_stay (tenant_id, declaration_id, stage, since, until, due, result, handler_id, principal_id,
    province, city, categorize, operators, year, template_id, declare_status, is_deleted)
  select d.tenant_id, d.id, s.stage, s.since, s.until, case when s.until is null then d.stage_until end,
    stay_result(s.next_stage), case when stay_result(s.next_stage) < 4 then s.handler_id end,
    case when stay_result(s.next_stage) < 4 then s.principal_id end,
    d.province, d.city, d.categorize, d.operators, d.year, d.template_id, d.declare_status, d.is_deleted
  from declaration d cross join lateral (
    select m.to_stage as stage, m.create_time as since, lead(m.create_time) over step as until, lead(m.to_stage) over step as next_stage,
      lead(m.user_id) over step as handler_id, lead(m.principal_id) over step as principal_id, m.id
    from declaration_move m where m.pid = d.id and m.from_stage <> m.to_stage window step as (order by m.id)) s
  where d.id = any(ids) and is_handled_stage(s.stage) order by s.id;
$$;
select recount_stage_stays(array(select id from declaration where furthest_stage is not null));

create function declaration_changes_stay() returns trigger language plpgsql as $$
begin
  if old.declare_status is distinct from new.declare_status then
    update stage_stay set until = coalesce(new.stage_since, now()), due = coalesce(old.stage_until, due),
      result = stay_result(new.declare_status),
      overdue = (coalesce(new.stage_since, now()) > coalesce(old.stage_until, due))::int
    where declaration_id = new.id and until is null;
    if is_handled_stage(new.declare_status) then
      insert into stage_stay (tenant_id, declaration_id, stage, since, due, province, city, categorize, operators, year, template_id,
        declare_status, is_deleted)
      values (new.tenant_id, new.id, new.declare_status, coalesce(new.stage_since, now()), new.stage_until, new.province, new.city,
        new.categorize, new.operators, new.year, new.template_id, new.declare_status, new.is_deleted);
    end if;
  else
    update stage_stay set due = new.stage_until
    where declaration_id = new.id and until is null and due is distinct from new.stage_until;
  end if;
  if row(old.province, old.city, old.categorize, old.operators, old.year, old.template_id, old.declare_status, old.is_deleted)
    is distinct from row(new.province, new.city, new.categorize, new.operators, new.year, new.template_id, new.declare_status, new.is_deleted) then
    update stage_stay set province = new.province, city = new.city, categorize = new.categorize, operators = new.operators,
      year = new.year, template_id = new.template_id, declare_status = new.declare_status, is_deleted = new.is_deleted
    where declaration_id = new.id and (declare_status, is_deleted, province, city, categorize, operators, year, template_id)
      is distinct from (new.declare_status, new.is_deleted, new.province, new.city, new.categorize, new.operators, new.year, new.template_id);
  end if;
  return null;
end $$;
create trigger declaration_changes_stay after update on declaration for each row
  when (row(old.declare_status, old.stage_until, old.province, old.city, old.categorize, old.operators, old.year, old.template_id, old.is_deleted)
    is distinct from row(new.declare_status, new.stage_until, new.province, new.city, new.categorize, new.operators, new.year, new.template_id, new.is_deleted))
  execute function declaration_changes_stay();

-- Who ended a stay stands in the step, which is written before or after the stage of the declaration changes.
-- Both triggers lock the declaration before its stays, so that two writers of one declaration wait in one order.
create function step_ends_stay() returns trigger language plpgsql as $$
begin
  perform from declaration where id = new.pid for no key update;
  update stage_stay set handler_id = new.user_id, principal_id = new.principal_id
  where id = (select id from stage_stay where declaration_id = new.pid and stage = new.from_stage order by id desc limit 1);
  return null;
end $$;
create trigger step_ends_stay after insert on declaration_move for each row
  when (new.from_stage <> new.to_stage and is_handled_stage(new.from_stage) and stay_result(new.to_stage) < 4)
  execute function step_ends_stay();
