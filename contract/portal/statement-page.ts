import { call, row } from '../kit/call.ts'
import { date, int, richText, text } from '../kit/field.ts'

const code = text('类别', 'Kind', { required: true, max: 20 })

/** A statement of the site in the reader's language. 404 for a code that none has. */
export const statementPage = {
  read: call('GET', 'caict-porject/Home/statement', ['网站声明', 'Statement of the site'], {
    access: 'public',
    input: { code },
    output: row({
      code,
      title: text('标题', 'Title', { required: true }),
      content: richText('正文', 'Content', { required: true }),
      version: int('版本', 'Version', { required: true }),
      /** The day of the last change. */
      changedOn: date('更新日期', 'Last changed', { required: true }),
    }),
  }),
}
