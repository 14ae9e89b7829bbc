-- To whom an administrator gave a task: the history of an instance says it. Earlier entries have only the reason.
alter table flow_comment add column target_user bigint;
