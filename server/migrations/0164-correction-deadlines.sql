-- Until when a returned declaration can be corrected, by working days of its template. A declaration that was returned before has
-- four weeks from the day of this migration: the date that it has shown was that of the office.
alter table "template" add column "correction_days" integer;
update "template" set "correction_days" = 20;
alter table "declaration" add column "correction_until" timestamptz;
update "declaration" set "correction_until" = current_date + 28 + time '23:59:59' where "declare_status" = 70;

-- What people were told about a time limit: each once, for the step or the task with which the limit began.
create table deadline_notice (
  about text not null,
  about_id bigint not null,
  kind text not null,
  create_time timestamptz not null default now(),
  primary key (about, about_id, kind)
);

-- The digest no longer reminds of time limits: jobs of their own do.
update job_info set job_name = '每日待办汇总'
  where is_shipped = 1 and processor_info = 'daily-digest' and job_name = '每日待办汇总与时限提醒';

-- Whose permission a move needs, with those that lift an expiry.
create or replace function task_permissions(moves text[]) returns text[] language sql immutable as $$
  select case when cardinality(moves) = 0 then '{work_todo_handle}'::text[] else coalesce(array_agg(distinct p.code), '{}') end
  from (values
    ('invite', 'declaration_invite'),
    ('recall', 'declaration_invite'),
    ('confirm', 'declaration_confirm'),
    ('submit', 'declaration_submit'),
    ('claim', 'declaration_city'),
    ('cityApprove', 'declaration_city'),
    ('cityReturn', 'declaration_city'),
    ('cityReject', 'declaration_city'),
    ('provinceApprove', 'declaration_province'),
    ('provinceReturn', 'declaration_province'),
    ('provinceReject', 'declaration_province'),
    ('assign', 'declaration_decide'),
    ('score', 'declaration_score'),
    ('decideApprove', 'declaration_decide'),
    ('decideReturn', 'declaration_decide'),
    ('decideReject', 'declaration_decide'),
    ('reviewApprove', 'declaration_review'),
    ('reviewReturn', 'declaration_review'),
    ('reviewReject', 'declaration_review'),
    ('object', 'declaration_object'),
    ('dismiss', 'declaration_publish'),
    ('uphold', 'declaration_publish'),
    ('publish', 'declaration_publish'),
    ('unlist', 'declaration_unlist'),
    ('cancelUnlist', 'declaration_unlist'),
    ('cityLift', 'declaration_city'),
    ('provinceLift', 'declaration_province'),
    ('decideLift', 'declaration_decide'),
    ('reviewLift', 'declaration_review')
  ) as p (move, code) where p.move = any(moves)
$$;
