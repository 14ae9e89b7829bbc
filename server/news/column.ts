import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, listText, type Text } from '#contract/kit/text.ts'
import { column } from '#contract/news/column.ts'
import { isAllowedInColumn } from '#contract/news/column-types.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, type Handlers, tx } from '../engine/context.ts'
import { findRow, removeRows, saveRow } from '../engine/crud.ts'
import { resolveParent } from '../system/reference/parent-row.ts'

interface ColumnContents {
  readonly name: string
  readonly columns: number
  readonly articles: number
  readonly files: number
}

/** Number of child columns, articles and files in columns of the caller's tenant; empty columns are left out. */
const contentsOf = async (ctx: Ctx, ids: readonly string[]): Promise<ColumnContents[]> => {
  const { rows } = await sql<ColumnContents>`
    select name, columns, articles, files from "column" c
      cross join lateral (select count(*)::int as columns from "column" t where t.parent_id = c.id and t.is_deleted = 0
        and not t.id = any(${ids}::bigint[])) below
      cross join lateral (select count(*)::int as articles from press_release t where t.type = c.id and t.is_deleted = 0) a
      cross join lateral (select count(*)::int as files from file_release t where t.type = c.id and t.is_deleted = 0) f
    where c.id = any(${ids}::bigint[]) and c.tenant_id = ${ctx.actor.tenantId} and columns + articles + files > 0
    order by c.sort, c.id`.execute(ctx.db)
  return rows
}

const amountTexts = {
  columns: [
    ['{0} 个下级栏目', '{0} columns'],
    ['{0} 个下级栏目', '{0} column'],
  ],
  articles: [
    ['{0} 篇文章', '{0} articles'],
    ['{0} 篇文章', '{0} article'],
  ],
  files: [
    ['{0} 个文件', '{0} files'],
    ['{0} 个文件', '{0} file'],
  ],
} as const satisfies Readonly<Record<string, readonly [several: Text, one: Text]>>

/** The amounts in words, such as "2 columns, 5 articles". */
const formatAmounts = (contents: ColumnContents): Text => {
  const texts = (['columns', 'articles', 'files'] as const).flatMap((what) =>
    contents[what] ? [fill(amountTexts[what][contents[what] === 1 ? 1 : 0], contents[what])] : [],
  )
  return listText(texts)
}

const assertEmpty = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const [contents] = await contentsOf(ctx, ids)
  if (contents)
    throw new Fail(
      fill(
        ['栏目“{0}”下还有{1}，请先移走或删除', 'The column “{0}” still contains {1}; move or delete them first'],
        contents.name,
        formatAmounts(contents),
      ),
    )
}

/** Rejects a change of kind if the column contains articles or files that the new kind does not allow. */
const assertKindFits = async (ctx: Ctx, id: string, kind: number): Promise<void> => {
  const [contents] = await contentsOf(ctx, [id])
  const misplacedContents = contents && {
    name: contents.name,
    columns: 0,
    articles: isAllowedInColumn(kind, 'article') ? 0 : contents.articles,
    files: isAllowedInColumn(kind, 'file') ? 0 : contents.files,
  }
  if (misplacedContents && misplacedContents.articles + misplacedContents.files > 0)
    throw new Fail(
      fill(
        ['栏目“{0}”下还有{1}，不能改为这种类型', 'The column “{0}” contains {1}, which this type does not allow'],
        misplacedContents.name,
        formatAmounts(misplacedContents),
      ),
    )
}

/** A running public notice stays readable: hiding its column would withdraw it. */
const assertNoRunningNotice = async (ctx: Ctx, id: string): Promise<void> => {
  const running = await run(
    ctx.db,
    sql`select 1 from public_notice n join press_release a on a.id = n.article_id
      where a.type = ${id} and n.notice_state = 2 and n.notice_until > now() and n.is_deleted = 0 limit 1`,
  )
  if (running.length)
    throw new Fail([
      '该栏目中有公示期内的公示公告，期满前不能隐藏',
      'The column has a public notice whose period runs, so it cannot be hidden before that ends',
    ])
}

export const columnHandlers: Handlers<'column'> = {
  save: (ctx, input) =>
    tx(ctx, async (inside) => {
      await resolveParent(inside, column, null, input.parentId)
      return saveRow(inside, column, { ...input, id: undefined })
    }),
  update: (ctx, input) =>
    tx(ctx, async (inside) => {
      const { id, type } = await findRow(inside, column, input.id ?? '0')
      await resolveParent(inside, column, id, input.parentId)
      if (input.type && input.type !== type) await assertKindFits(inside, id, input.type)
      if (input.isOpen === 0) await assertNoRunningNotice(inside, id)
      return saveRow(inside, column, { ...input, id })
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.ids)
      for (const id of ids) await findRow(inside, column, id)
      await assertEmpty(inside, ids)
      return removeRows(inside, column, ids)
    }),
}
