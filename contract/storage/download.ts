import { call } from '../kit/call.ts'
import { ref, text } from '../kit/field.ts'

/** The bytes of an attachment, for those who may read it, and for those who were given its address with the key in it. */
export const download = call('GET', 'caict-resource/attach/download', ['下载附件', 'Download a file'], {
  access: 'public',
  input: {
    id: ref('附件', 'Attachment', { required: true }),
    key: text('地址密钥', 'Key of the address', { max: 64 }),
  },
  output: { as: 'file' },
})

/** The address of a file; with its key, one that cannot be guessed and opens by itself. */
export const addressOf = (id: string, key?: string): string => `${download.path}?id=${id}${key ? `&key=${key}` : ''}`
