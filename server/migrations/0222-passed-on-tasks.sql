-- Who has passed a task on to the person who has it (docs/decisions/0151).
alter table flow_task add column transferred_by bigint;
