import { entity } from '../kit/entity.ts'
import { file, flag, longText, ref, text, time } from '../kit/field.ts'

/** A news article; `connect` is its text (the wire's spelling), paragraphs divided by blank lines. */
export const pressRelease = entity('news', 'pressRelease', ['新闻发布', 'Press releases'], {
  at: 'caict-news/press/release',
  fields: {
    title: text('标题', 'Title', { required: true, max: 200 }),
    type: ref('所属栏目', 'Column', { of: 'column', required: true }),
    connect: longText('正文', 'Text', { required: true, max: 20_000 }),
    source: text('来源', 'Source', { max: 100 }),
    imgId: file('封面图片', 'Cover picture'),
    releaseTime: time('发布时间', 'Released at', { required: true }),
    isPublished: flag('已发布', 'Published', { required: true, initial: 0 }),
  },
  search: ['title', 'type', 'isPublished'],
  list: ['title', 'type', 'releaseTime', 'isPublished'],
  verbs: ['list', 'detail', 'save', 'update', 'remove'],
})
