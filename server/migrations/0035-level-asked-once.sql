-- The form contains the level of a project only in the part `information`. A level only in `factory` is copied there.
update declaration_part i
  set body = jsonb_set(i.body, '{factoryLevel}', f.body #> '{factory,level}')
  from declaration_part f
  where f.pid = i.pid and i.part = 'information' and f.part = 'factory'
    and coalesce(i.body ->> 'factoryLevel', '') = ''
    and jsonb_typeof(f.body #> '{factory,level}') = 'number';
update "declaration" d
  set factory_level = (i.body ->> 'factoryLevel')::integer
  from declaration_part i
  where i.pid = d.id and i.part = 'information' and d.factory_level is null
    and i.body ->> 'factoryLevel' in ('1', '2', '3');
