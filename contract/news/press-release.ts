import { entity } from '../kit/entity.ts'
import { file, files, richText } from '../kit/field.ts'
import { releaseActions, releaseFoot, releaseHead } from './release.ts'

/**
 * A news article; `connect` is its text (the wire's spelling), HTML of the allow-list of server/base/html/rich-text.ts. Everybody
 * may read its cover, its attachments and the pictures of its text as long as it is published.
 */
export const pressRelease = entity('news', 'pressRelease', ['新闻发布', 'Press releases'], {
  rowLabel: ['新闻', 'press release'],
  at: 'caict-news/press/release',
  fields: {
    ...releaseHead,
    connect: richText('正文', 'Content', { required: true, max: 50_000 }),
    imgId: file('封面图片', 'Cover picture'),
    attachIds: files('附件', 'Attachments'),
    ...releaseFoot,
  },
  search: ['title', 'type', 'status'],
  imports: { none: 'The content of a release is rich text.' },
  list: ['imgId', 'title', 'status', 'type', 'releaseTime', 'source'],
  essential: ['title', 'status', 'releaseTime'],
  verbs: ['list', 'detail', 'save', 'update', 'remove'],
  actions: releaseActions,
})
