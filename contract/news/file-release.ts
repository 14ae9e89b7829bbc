import { entity } from '../kit/entity.ts'
import { file, flag, ref, text, time } from '../kit/field.ts'

/** A published file: policy documents and technology progress. Its attachment is open to everybody once it is published. */
export const fileRelease = entity('news', 'fileRelease', ['文件发布', 'File releases'], {
  at: 'caict-news/file/release',
  fields: {
    title: text('标题', 'Title', { required: true, max: 200 }),
    type: ref('所属栏目', 'Column', { of: 'column', required: true }),
    attachId: file('附件', 'Attachment', { required: true }),
    source: text('来源', 'Source', { max: 100 }),
    releaseTime: time('发布时间', 'Released at', { required: true }),
    isPublished: flag('已发布', 'Published', { required: true, initial: 0 }),
  },
  search: ['title', 'type', 'isPublished'],
  list: ['title', 'type', 'releaseTime', 'isPublished'],
  verbs: ['list', 'detail', 'save', 'update', 'remove'],
})
