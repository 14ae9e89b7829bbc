-- A public notice ends when it was published to end, also if its template is edited meanwhile.
alter table "declaration" add column "notice_until" timestamptz;
update "declaration" d set "notice_until" = d.stage_since + make_interval(days => t.notice_days)
from "template" t where t.id = d.template_id and d.declare_status = 50;
