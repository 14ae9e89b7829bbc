-- Open tasks, taken or not, for the list of all that waits for a person (docs/decisions/0150).
do $$
declare
  columns text;
begin
  select string_agg(quote_ident(column_name), ', ' order by ordinal_position) into columns
    from information_schema.columns where table_schema = 'public' and table_name = 'work_todo';
  execute format('create view work_waiting as select %s from flow_work where end_time is null and is_active', columns);
end $$;
