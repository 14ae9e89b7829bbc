-- Menu paths match the screens of the family's clients. Customized paths stay unchanged.
update menu set path = said.path
from (values
  ('role', '/system/role', '/authority/role'),
  ('data_scope', '/system/data-scope', '/authority/datascope'),
  ('api_scope', '/system/api-scope', '/authority/apiscope'),
  ('region', '/system/region', '/base/region'),
  ('topmenu', '/system/top-menu', '/system/topmenu'),
  ('dictbiz', '/system/dict-biz', '/system/dictbiz'),
  ('tenant_package', '/system/tenant-package', '/system/tenantpackage'),
  ('log_usual', '/log/log-usual', '/monitor/log/usual'),
  ('log_api', '/log/log-api', '/monitor/log/api'),
  ('log_error', '/log/log-error', '/monitor/log/error'),
  ('datasource', '/develop/datasource', '/tool/datasource'),
  ('attach', '/storage/attach', '/resource/attach'),
  ('oss', '/storage/oss', '/resource/oss'),
  ('sms', '/storage/sms', '/resource/sms')
) as said (code, before, path)
where menu.code = said.code and menu.path = said.before and menu.category = 1;
