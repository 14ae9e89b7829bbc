-- The order in which people look for names: by pinyin, whatever the locale of the database. One name in every statement, also on a
-- server without ICU, where the locale of the system gives the order, or else the code points.
do $$
begin
  create collation pinyin (provider = icu, locale = 'zh');
exception when others then
  begin
    create collation pinyin (provider = libc, locale = 'zh_CN.utf8');
  exception when others then
    create collation pinyin from "C";
  end;
end $$;
