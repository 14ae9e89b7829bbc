import { get, row } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { flag, int, ref, text } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'

const fields = {
  originalName: text('附件原名', 'Original name', { required: true, max: 255 }),
  name: text('存储名称', 'Stored name', { way: 'out' }),
  link: text('附件地址', 'Address', { way: 'out' }),
  domainUrl: text('附件域名', 'Domain', { way: 'out' }),
  extension: text('附件拓展名', 'Extension', { way: 'out' }),
  attachSize: int('附件大小', 'Size', { way: 'out' }),
  contentType: text('内容类型', 'Content type', { way: 'out' }),
  sha256: text('文件摘要', 'SHA-256', { way: 'out' }),
  isPublic: flag('对外公开', 'Public', { way: 'out' }),
} as const

/** Uploaded files. `attachSize` in bytes; `link` is where the file can be read by those who may (specification 001, Resource). */
export const attach = entity('storage', 'attach', ['附件管理', 'Attachments'], {
  fields,
  search: ['originalName', 'extension'],
  list: ['originalName', 'extension', 'attachSize', 'isPublic'],
  verbs: ['list', 'submit', 'remove'],
  actions: {
    /** Open to whoever may read the file itself. */
    detail: get(
      { id: ref('附件', 'Attachment', { required: true }) },
      { label: ['详情', 'Detail'], access: 'login', gives: row({ ...base, ...fields }) },
    ),
  },
  rows: 'scoped',
  at: 'caict-resource/attach',
})
