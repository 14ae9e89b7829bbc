import { entity } from '../kit/entity.ts'
import { file } from '../kit/field.ts'
import { releaseActions, releaseFoot, releaseHead } from './release.ts'

/** A published file: policy documents and technology progress. Everybody may read its attachment once it is published. */
export const fileRelease = entity('news', 'fileRelease', ['文件发布', 'File releases'], {
  rowLabel: ['文件', 'file'],
  at: 'caict-news/file/release',
  fields: {
    ...releaseHead,
    attachId: file('附件', 'Attachment', { required: true }),
    ...releaseFoot,
  },
  search: ['title', 'type', 'status'],
  imports: { none: 'A release needs its file.' },
  list: ['title', 'status', 'type', 'attachId', 'releaseTime', 'source'],
  verbs: ['list', 'detail', 'save', 'update', 'remove'],
  actions: releaseActions,
})
