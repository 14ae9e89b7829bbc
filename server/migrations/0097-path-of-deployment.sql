-- The menu 流程部署 gets the path of the family's clients, as the other screens have. A customized path stays unchanged.
update menu set path = '/flow/deploy'
where code = 'flow_deploy' and path = '/flow/flow-deploy' and category = 1;
