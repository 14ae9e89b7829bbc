-- A credit code entered by hand can assign a declaration to another company. This returns such declarations to their creator.
update declaration d set organization_code = c.organization_code, commpany_name = c.commpany_name
  from company c, "user" u
  where c.id = d.company_id and u.id = d.create_user and u.organization_code = c.organization_code
    and d.organization_code is distinct from c.organization_code;
update declaration_part p
  set body = p.body || jsonb_build_object('organizationCode', d.organization_code, 'commpanyName', d.commpany_name)
  from declaration d
  where p.part = 'information' and d.id = p.pid and d.company_id is not null
    and p.body ->> 'organizationCode' is distinct from d.organization_code;
