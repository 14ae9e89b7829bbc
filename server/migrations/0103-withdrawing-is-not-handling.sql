-- A declarant may withdraw while a task waits for an office; that makes them no handler of it, to whom it could be given.
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
    ('cancelUnlist', 'declaration_unlist')
  ) as p (move, code) where p.move = any(moves)
$$;
