import { consoleWords } from '../console-words.ts'
import { get, post, row } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { flag, int, ref, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'
import { words } from '../words.ts'

const originalName = text('附件原名', 'Original name', { required: true, max: 255 })

const fields = {
  originalName,
  name: text('存储名称', 'Stored name', { direction: 'out' }),
  link: text('附件地址', 'Address', { direction: 'out' }),
  domainUrl: text('附件域名', 'Domain', { direction: 'out' }),
  extension: text('文件扩展名', 'Extension', { direction: 'out' }),
  attachSize: int('附件大小', 'Size', { direction: 'out' }),
  contentType: text('内容类型', 'Content type', { direction: 'out' }),
  sha256: text('文件摘要', 'SHA-256', { direction: 'out' }),
  isPublic: flag('对外公开', 'Public', { direction: 'out' }),
  /** Kept although no row uses it: uploaded on the screen of attachments, from where its address is copied elsewhere. */
  isKept: flag('长期保留', 'Kept', { direction: 'out' }),
  /** Since when no row uses the file of a form, and when its owner was told of its deletion. */
  unusedSince: time('未被引用自', 'Unused since', { direction: 'out' }),
  ownerNotifiedAt: time('通知上传人时间', 'Owner notified at', { direction: 'out' }),
  /** Only for callers who manage files. */
  storageId: ref('存储位置', 'Storage', { of: 'oss', direction: 'out' }),
} as const

/**
 * Uploaded files. `attachSize` is in bytes; `link` is the download address; without `storageId` the file is on the
 * server's own disk. Only an upload creates a row (docs/decisions/0023).
 */
export const attach = entity('storage', 'attach', ['附件管理', 'Attachments'], {
  rowLabel: ['附件', 'attachment'],
  screen: '/resource/attach',
  fields,
  search: ['originalName', 'name'],
  isLarge: true,
  list: ['originalName', 'extension', 'attachSize', 'storageId', 'createTime'],
  verbs: ['list', 'remove'],
  actions: {
    /** Public if a published release displays the file; otherwise for callers who may read the file itself. */
    detail: get(
      { id: ref('附件', 'Attachment', { required: true }) },
      { label: kitTerms.details, access: 'public', output: row({ ...base, ...fields }) },
    ),
    /** Renames a file. */
    submit: post(
      { id: ref('附件', 'Attachment', { required: true }), originalName },
      { label: consoleWords.edit, access: { perm: ['attach_edit'] }, output: row({ id: base.id }) },
    ),
  },
  perms: { upload: ['上传', 'Upload'], download: ['下载', 'Download'], view: words.view },
  rows: 'scoped',
  at: 'caict-resource/attach',
})
