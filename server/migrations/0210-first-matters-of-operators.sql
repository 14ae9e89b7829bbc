-- The first matters of an operator were sorted from all that it sees, and its messages read from the hundred declarations that changed
-- last (docs/decisions/0139). The rows of operators (0193) now have the stored end of the stage and the last step, and an index for
-- each order. With 30,000 declarations this takes 2 s on two busy cores, during which declarations can be read, but not written.
alter table declaration_of_operator add column stage_end timestamptz, add column last_step bigint;

-- `stage_end` is when the stage ends, as far as declarations store it: its deadline, that of a correction, or the end of the public notice.
-- The window of a draft and the task of a further review are elsewhere. Only a notice that no step has begun asks this function, in
-- plpgsql, which keeps its plan.
create function declaration_notice_by_template(since timestamptz, of_template bigint) returns timestamptz language plpgsql stable as $$
begin
  return (select n.notice_end from declaration_notice_end(null, since, of_template) n);
end $$;

-- Writes the rows of these declarations anew.
create function list_of_operators(ids bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  delete from declaration_of_operator where id = any(ids);
  insert into declaration_of_operator
  select o.operator, d.id, d.tenant_id, d.operators, d.organization_code, d.province, d.city, d.declare_status, d.create_time, d.furthest_stage,
    d.apply_time, d.stage_since, d.stage_name, d.stage_name_en, d.invited_code, d.template_id,
    case d.declare_status when 70 then d.correction_until
      when 50 then coalesce(d.stage_until, d.notice_until, declaration_notice_by_template(d.stage_since, d.template_id))
      else d.stage_until end,
    (select max(m.id) from declaration_move m where m.pid = d.id)
  from declaration d cross join lateral (select distinct unnest(d.operators) as operator) o
  where d.id = any(ids) and d.is_deleted = 0 and o.operator is not null;
end $$;

-- Most changes leave the operators as they are.
create or replace function declaration_named_operators() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if tg_op <> 'UPDATE' or row(old.is_deleted, old.operators) is distinct from row(new.is_deleted, new.operators) then
    perform list_of_operators(array[case tg_op when 'DELETE' then old.id else new.id end]);
    return null;
  end if;
  update declaration_of_operator set tenant_id = new.tenant_id, organization_code = new.organization_code, province = new.province,
    city = new.city, declare_status = new.declare_status, create_time = new.create_time, furthest_stage = new.furthest_stage,
    apply_time = new.apply_time, stage_since = new.stage_since, stage_name = new.stage_name, stage_name_en = new.stage_name_en,
    invited_code = new.invited_code, template_id = new.template_id,
    stage_end = case new.declare_status when 70 then new.correction_until
      when 50 then coalesce(new.stage_until, new.notice_until, declaration_notice_by_template(new.stage_since, new.template_id))
      else new.stage_until end
  where id = new.id;
  return null;
end $$;
drop trigger declaration_operators_updated on declaration;
create trigger declaration_operators_updated after update on declaration for each row
  when ((old.operators <> '{}' or new.operators <> '{}')
    and row(old.is_deleted, old.tenant_id, old.operators, old.organization_code, old.province, old.city, old.declare_status, old.create_time,
        old.furthest_stage, old.apply_time, old.stage_since, old.stage_name, old.stage_name_en, old.invited_code, old.template_id,
        old.stage_until, old.correction_until, old.notice_until)
      is distinct from row(new.is_deleted, new.tenant_id, new.operators, new.organization_code, new.province, new.city, new.declare_status,
        new.create_time, new.furthest_stage, new.apply_time, new.stage_since, new.stage_name, new.stage_name_en, new.invited_code,
        new.template_id, new.stage_until, new.correction_until, new.notice_until))
  execute function declaration_named_operators();

-- As in 0189; ids of steps that wait for each other need not come in their order.
create or replace function steps_wait() returns trigger language plpgsql as $$
begin
  perform from declaration where id in (select pid from added) order by id for no key update;
  perform list_waiting(array(select distinct pid from added));
  update declaration_of_operator o set last_step = s.step from (select pid, max(id) as step from added group by pid) s
  where o.id = s.pid and (o.last_step is null or o.last_step < s.step);
  return null;
end $$;
create or replace function notices_wait() returns trigger language plpgsql as $$
declare
  changed bigint[];
begin
  perform from declaration where template_id = new.id and declare_status = 50 and notice_until is null order by id for no key update;
  changed := array(select id from declaration where template_id = new.id and declare_status = 50 and notice_until is null);
  perform list_waiting(changed);
  perform list_of_operators(changed);
  return null;
end $$;

create or replace function recount_operators() returns void language plpgsql as $$
begin
  lock table declaration, declaration_move in share mode;
  delete from declaration_of_operator;
  perform list_of_operators(array(select id from declaration where operators <> '{}' and is_deleted = 0));
end $$;

drop index declaration_operator_country, declaration_operator_province, declaration_operator_city;
truncate declaration_of_operator;
select recount_operators();

-- In the order of a list, of the first matters of each stage, and of the last steps; for the country, a province and a city. Those by stage
-- have all columns: counts and figures read an index only.
do $do$
declare
  place record;
begin
  for place in select * from (values ('country', ''), ('province', '(left(city, 2)), '), ('city', '(left(city, 4)), ')) t (name, digits)
  loop
    execute format($sql$
      create index declaration_operator_%1$s on declaration_of_operator (tenant_id, operator, %2$screate_time desc, id desc)
        include (city, declare_status, operators, organization_code, province);
      create index declaration_operator_stages_%1$s on declaration_of_operator
        (tenant_id, operator, %2$sdeclare_status, stage_end, stage_since desc nulls last, id desc)
        include (city, operators, organization_code, province, furthest_stage, apply_time, stage_name, stage_name_en, invited_code, template_id);
      create index declaration_operator_steps_%1$s on declaration_of_operator (tenant_id, operator, %2$slast_step desc nulls last);
    $sql$, place.name, place.digits);
  end loop;
end $do$;
analyze declaration_of_operator;
