-- The deadline of a stage is stored when it begins. What is being reviewed keeps the date that it has: that of its template, and at least
-- five working days, without holidays, from its arrival.
alter table "template" add column "expert_days" integer;
alter table "template" add column "decision_days" integer;
update "template" set "expert_days" = 15, "decision_days" = 5;
alter table "declaration" add column "stage_until" timestamptz;
alter table "declaration" add column "score_until" timestamptz;
update "declaration" d set "stage_until" = greatest(limits.at, d.stage_since::date + 7 + time '23:59:59')
from (select o.id, case when o.declare_status = 30 then t.province_deadline else t.city_deadline end as at
  from "declaration" o join "template" t on t.id = o.template_id where o.declare_status in (10, 20, 30)) limits
where limits.id = d.id and limits.at is not null;

-- The expert review had none: its days count from this migration.
update "declaration" set "score_until" = current_date + 21 + time '23:59:59', "stage_until" = current_date + 28 + time '23:59:59'
where "declare_status" = 40;

update "flow_task" k set "due_time" = case when 'score' = any(k.moves) then d.score_until else d.stage_until end
from "flow_instance" i join "declaration" d on d.id = i.business_id
where i.id = k.instance_id and i.business_table = 'declaration' and i.end_time is null and k.end_time is null
  and k.declare_status = d.declare_status and d.declare_status in (10, 20, 30, 40) and d.stage_until is not null;
