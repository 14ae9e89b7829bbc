-- English names of news columns. The columns of the demonstration data get theirs, unless somebody has given them another name.
alter table "column" add column name_en text;
update "column" c set name_en = names.en
from (values
  ('政策文件', 'Policy documents'),
  ('政策解读', 'Policy interpretation'),
  ('技术进展', 'Technology progress'),
  ('典型案例', 'Typical cases'),
  ('评估通知', 'Assessment notices'),
  ('检测通知', 'Testing notices')) names (zh, en)
where c.name = names.zh;
