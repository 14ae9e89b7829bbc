import { consoleWords } from '#contract/console-words.ts'
import { type Fields, flag, int, longText, text } from '#contract/kit/field.ts'
import { loginFields } from '#contract/login-sessions.ts'
import { preferenceFields } from '#contract/preferences.ts'

/** Fields with lists of names or menu codes; displayed as removed and added items. */
export const auditListFields: readonly string[] = ['menus', 'dataScopes', 'apiScopes']

/** Fields of audit entries that are not row snapshots, by entity: logins, locks, grants, commands of backups. */
export const auditFields: Readonly<Record<string, Fields>> = {
  user: {
    way: loginFields.way,
    failures: int('连续失败次数', 'Consecutive failures'),
    minutes: int('锁定时长（分钟）', 'Locked for (minutes)'),
    ended: int('结束的登录', 'Sessions ended'),
    address: text('网络地址', 'Network address'),
    logoutReason: longText('下线原因', 'Reason for logging out'),
  },
  role: {
    menus: longText('菜单与按钮', 'Menus and buttons'),
    dataScopes: longText(...consoleWords.dataScopes),
    apiScopes: longText(...consoleWords.apiScopes),
  },
  preference: { roleIds: preferenceFields.roleIds },
  backup: {
    file: text('备份文件', 'Backup file'),
    systemAccount: text('操作系统账号', 'Account of the system'),
    result: longText('结果', 'Result'),
  },
  declarationPart: { version: int('版本', 'Version'), changed: longText('改动的字段', 'Changed fields') },
}

/** Why an attempt was refused (server/log/refusals.ts). */
export const refusalFields: Fields = { refusal: longText('未成功的原因', 'Reason for failure') }

/** Fields of an import (server/job/import.ts). */
export const importFields: Fields = {
  fileName: text('文件名', 'File name'),
  sha256: text('文件摘要（SHA-256）', 'SHA-256'),
  isCovered: flag('覆盖已有数据', 'Overwrite existing data'),
  added: int('新增行数', 'Rows added'),
  updated: int('更新行数', 'Rows updated'),
  omitted: int('未导入行数', 'Rows left out'),
}

/** Fields of an export (server/job/export.ts). */
export const exportFields: Fields = {
  format: text('文件格式', 'Format'),
  columns: longText('导出列', 'Columns'),
  query: longText('列表条件', 'List filters'),
  ids: int('所选记录数', 'Rows selected'),
  rows: int('导出行数', 'Rows exported'),
  cut: flag('是否截断', 'Truncated'),
}
