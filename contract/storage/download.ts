import { call } from '../kit/call.ts'
import { ref, text } from '../kit/field.ts'

/** The bytes of an attachment, for callers who may read it or who have its address with the key. */
export const download = call('GET', 'caict-resource/attach/download', ['下载附件', 'Download a file'], {
  access: 'public',
  input: {
    id: ref('附件', 'Attachment', { required: true }),
    key: text('地址密钥', 'Link key', { max: 64 }),
  },
  output: { as: 'file' },
})

/** The address of a file; with its key, the address cannot be guessed and requires no login. */
export const addressOf = (id: string, key?: string): string => `${download.path}?id=${id}${key ? `&key=${key}` : ''}`
