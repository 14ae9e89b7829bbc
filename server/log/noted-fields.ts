import { type Fields, int, longText, text } from '#contract/kit/field.ts'
import { loginFields } from '#contract/own-account.ts'

/** What lines of the audit say that are no pictures of rows: logins, locks, grants. */
export const notedFields: Readonly<Record<string, Fields>> = {
  user: {
    way: loginFields.way,
    failures: int('连续失败次数', 'Failures in a row'),
    minutes: int('锁定时长（分钟）', 'Locked for (minutes)'),
    ended: int('结束的登录', 'Sessions ended'),
  },
  role: {
    menus: longText('菜单与按钮', 'Menus and buttons'),
    dataScopes: longText('数据权限', 'Data scopes'),
    apiScopes: longText('接口权限', 'API scopes'),
  },
  declarationPart: { version: int('版本', 'Version'), changed: longText('改动的位置', 'Places changed') },
}

/** What an export took along (server/job/export.ts). */
export const exportFields: Fields = {
  format: text('文件格式', 'Format'),
  columns: longText('导出列', 'Columns'),
  query: longText('列表条件', 'Parameters of the list'),
  rows: int('导出行数', 'Rows'),
  cut: text('是否截断', 'Cut off'),
}
