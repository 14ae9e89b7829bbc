-- Ids of processes are numbers, as those of all other rows: a text that is none made the query of an instance fail.
alter table leave
  alter column process_definition_id type bigint using process_definition_id::bigint,
  alter column process_instance_id type bigint using process_instance_id::bigint;
alter table recommend
  alter column process_definition_id type bigint using process_definition_id::bigint,
  alter column process_instance_id type bigint using process_instance_id::bigint;
