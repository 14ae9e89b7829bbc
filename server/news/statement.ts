import type { RowOf } from '#contract/kit/entity.ts'
import { faulty } from '#contract/kit/fail.ts'
import { statement } from '#contract/news/statement.ts'
import { cleanHtml } from '../base/html/rich-text.ts'
import { type Handlers, tx } from '../engine/context.ts'
import { findRow, updateRow } from '../engine/crud.ts'
import { shippedTexts } from './statement-texts.ts'

type Row = RowOf<typeof statement>

/** The row with the text of the platform where no administrator has written another. */
export const withShippedText = <R extends Pick<Row, 'code' | 'content' | 'contentEn'>>(row: R): R => {
  const [zh, en] = shippedTexts[row.code]
  return { ...row, content: row.content ?? zh, contentEn: row.contentEn ?? en }
}

const contents = ['content', 'contentEn'] as const

const refusePictures = (input: Partial<Record<(typeof contents)[number], string | null>>) => {
  const at = contents.find((name) => cleanHtml(input[name] ?? '')?.includes('<img'))
  if (at)
    throw faulty([
      { at, text: ['声明只用文字，请删除正文中的图片', 'Statements have text only; please delete the pictures'] },
    ])
}

export const statementHandlers: Handlers<'statement'> = {
  detail: async (ctx, { id }) => withShippedText(await findRow(ctx, statement, id)),
  /** A text that comes back as the platform brings it stays the platform's, so that later versions of it appear. */
  update: (ctx, input) =>
    tx(ctx, async (inside) => {
      refusePictures(input)
      // of two changes at the same time, each has a version of its own
      await inside.db
        .selectFrom('statement')
        .select('id')
        .where('id', '=', input.id ?? '0')
        .forUpdate()
        .execute()
      const row = await findRow(inside, statement, input.id ?? '0')
      const isMaterial = input.isMaterial ?? 0
      const values = { ...input, isMaterial, version: row.version + isMaterial }
      const visible = withShippedText(row)
      for (const name of contents) if (row[name] === null && input[name] === visible[name]) delete values[name]
      return updateRow(inside, statement, row.id, values)
    }),
}
