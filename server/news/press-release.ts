import { Fail, type Fault } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { pressRelease } from '#contract/news/press-release.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { cleanHtml } from '../base/html/rich-text.ts'
import type { Ctx, Handlers } from '../engine/context.ts'
import { tx } from '../engine/context.ts'
import { saveRow } from '../engine/crud.ts'
import {
  columnFaults,
  findRelease,
  needPublishIfLive,
  releaseHandlers,
  releaseTimePatch,
  throwIfFaulty,
} from './releases.ts'
import { picturesIn } from './text-pictures.ts'

/**
 * A published text makes its pictures public. So new pictures must be readable by the caller; existing ones stay
 * (docs/decisions/0038).
 */
const pictureFaults = async (ctx: Ctx, text: string | null | undefined, before: string): Promise<Fault[]> => {
  const existingIds = new Set(picturesIn(before).map(({ id }) => id))
  for (const { id, key } of picturesIn(cleanHtml(text ?? '') ?? ''))
    if (!existingIds.has(id) && !(await ctx.app.mayReadFile(ctx, id, key)))
      return [
        {
          at: 'connect',
          text: [
            '正文中有图片不存在或您无权使用，请重新上传',
            'A picture in the text does not exist or you have no permission to use it; please upload it again',
          ],
        },
      ]
  return []
}

/** An article of a public notice changes through the notice only (docs/decisions/0163). Throws for one. */
const assertNoNotice = async ({ db }: Ctx, ids: readonly string[]): Promise<void> => {
  const found = await run(
    db,
    sql`select 1 from public_notice where article_id = any(${ids}::bigint[]) and is_deleted = 0 limit 1`,
  )
  if (found.length)
    throw new Fail(
      [
        '该文章是公示公告，不能在此修改、撤回或删除；有误的，请在“公示公告”中申请撤销',
        'This article is a public notice and cannot be changed, withdrawn or deleted here; request its withdrawal in Public notices',
      ],
      409,
    )
}

const { publish, withdraw, ...standard } = releaseHandlers(pressRelease)

/** An act on articles, none of which may be a public notice. */
const exceptNotices =
  (act: typeof publish): typeof publish =>
  async (ctx, input) => {
    await assertNoNotice(ctx, split(input.ids ?? ''))
    return act(ctx, input)
  }

export const pressReleaseHandlers: Handlers<'pressRelease'> = {
  ...standard,
  publish: exceptNotices(publish),
  withdraw: exceptNotices(withdraw),
  save: (ctx, input) =>
    tx(ctx, async (inside) => {
      throwIfFaulty(await columnFaults(inside, 'article', input.type, null))
      throwIfFaulty(await pictureFaults(inside, input.connect, ''))
      return saveRow(inside, pressRelease, { ...input, id: undefined })
    }),
  update: (ctx, input) =>
    tx(ctx, async (inside) => {
      const row = await findRelease(inside, pressRelease, input.id ?? '0')
      await assertNoNotice(inside, [String(input.id ?? '0')])
      needPublishIfLive(inside, pressRelease, row)
      throwIfFaulty(await columnFaults(inside, 'article', input.type, row.type))
      throwIfFaulty(await pictureFaults(inside, input.connect, row.connect))
      return saveRow(inside, pressRelease, { ...input, ...releaseTimePatch(row, input.releaseTime), id: row.id })
    }),
}
