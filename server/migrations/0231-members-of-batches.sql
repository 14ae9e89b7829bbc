-- The batch of a declaration, and since when it is a member (docs/decisions/0153): both columns are added at once, without rewriting the
-- table, and building the index blocks no reads; it has only declarations of batches.
alter table declaration add column batch_id bigint, add column batch_since timestamptz;
create index declaration_batch on declaration (batch_id, province) where batch_id is not null;

-- What was in the expert review, or returned from there, and what is under public notice: a batch of each template for either.
with found as (
    select template_id, case when declare_status = 50 then 5 else 4 end as state from declaration
    where is_deleted = 0 and template_id is not null
      and (declare_status in (40, 45, 50) or declare_status = 70 and returned_from in (40, 45))
    group by 1, 2)
insert into batch (tenant_id, template_id, batch_name, batch_state, city_deadline, province_deadline, close_at)
select t.tenant_id, t.id, t.year || case when f.state = 4 and count(*) over (partition by f.template_id) = 2 then '年第二批' else '年第一批' end,
  f.state, t.city_deadline, t.province_deadline, greatest(t.close_at, t.city_deadline, t.province_deadline)
from found f join template t on t.id = f.template_id
where not exists (select 1 from batch b where b.template_id = t.id);

update declaration d set batch_id = b.id, batch_since = coalesce(
    (select max(m.create_time) from declaration_move m where m.pid = d.id and m.to_stage = 40 and m.from_stage <> 40), d.stage_since)
from batch b
where b.template_id = d.template_id and d.is_deleted = 0 and d.batch_id is null
  and b.batch_state = case when d.declare_status = 50 then 5 else 4 end
  and (d.declare_status in (40, 45, 50) or d.declare_status = 70 and d.returned_from in (40, 45));
