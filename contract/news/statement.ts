import { entity } from '../kit/entity.ts'
import { choice, flag, int, richText, text } from '../kit/field.ts'
import { statementKinds } from './statement-kinds.ts'

/**
 * What the site says about itself: one row of each kind, which the migrations bring and nobody adds or removes. A content that is
 * empty is the text that the platform brings (server/news/statements); texts of administrators stand in its place. They are HTML of
 * the allow-list of server/base/html/rich-text.ts without pictures, and may name the operator of the site (`statementMarks`).
 */
export const statement = entity('news', 'statement', ['声明管理', 'Statements'], {
  rowLabel: ['声明', 'statement'],
  fields: {
    code: choice('类别', 'Kind', { required: true, direction: 'out', choices: statementKinds, unique: true }),
    title: text('中文标题', 'Chinese title', { required: true, max: 50 }),
    titleEn: text('英文标题', 'English title', { required: true, max: 100 }),
    content: richText('中文正文', 'Chinese text', { max: 50_000 }),
    contentEn: richText('英文正文', 'English text', { max: 50_000 }),
    /** What is chosen for one save: it raises the version by one. Who registers agrees to the privacy policy and the terms. */
    isMaterial: flag('内容有实质变化，须重新征得同意', 'New meaning: ask for consent again', {
      direction: 'in',
    }),
    version: int('版本', 'Version', { required: true, direction: 'out' }),
  },
  list: ['code', 'title', 'titleEn', 'version', 'updateTime'],
  verbs: ['list', 'detail', 'update'],
  shared: 'closed',
})
