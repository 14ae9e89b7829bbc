import { consoleWords } from '../console-words.ts'
import { call, row } from '../kit/call.ts'
import { flag, int, ref, text } from '../kit/field.ts'
import { download } from './download.ts'

const stored = {
  attachId: ref('附件', 'Attachment'),
  link: text('地址', 'Address'),
  domain: text('域名', 'Domain'),
  name: text('存储名称', 'Stored name'),
  originalName: text('原名', 'Original name'),
  attachSize: int('大小', 'Size'),
  sha256: text('摘要', 'SHA-256'),
}

/** Maximum sizes in bytes, checked while the file streams in. */
export const uploadLimits = { attachment: 20 * 1024 * 1024, avatar: 500 * 1024 } as const

/** Rules of an avatar, with the message for each violation. */
export const avatarRules = {
  extensions: ['png', 'jpg', 'jpeg'],
  wrongKind: ['头像只支持 jpg、png 格式', 'The avatar must be a jpg or png picture'],
  tooLong: ['头像不能超过 500 kB', 'The avatar must be at most 500 kB'],
} as const

/** A storage other than the one in use, for callers who manage storages. */
const storageInput = { code: text(...consoleWords.resourceCode, { max: 32 }) }

/** Days after which a file of a form that no row uses is deleted, and days before when its owner is told at the latest. */
export const unusedDays = { deleted: 7, told: 3 } as const

export const upload = {
  /**
   * Any allowed kind of file, at most 20 MB; creates an attachment row. A form says `isKept` 0: its file is deleted when no row
   * has used it for seven days. Without a word, files of callers with `attach_upload` are kept, those of others are not.
   */
  putFileAttach: call('POST', 'caict-resource/oss/endpoint/put-file-attach', ['上传附件', 'Upload files'], {
    access: 'login',
    body: 'multipart',
    input: { ...storageInput, isKept: flag('长期保留', 'Kept') },
    output: row(stored),
  }),
  /** An avatar picture: jpg or png, at most 500 kB. Its link includes a key, so that a plain `<img>` can display it. */
  putFile: call('POST', 'caict-resource/oss/endpoint/put-file', ['上传头像', 'Upload an avatar'], {
    access: 'login',
    body: 'multipart',
    input: storageInput,
    output: row(stored),
  }),
  download,
}
