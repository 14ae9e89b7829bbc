import { Fail, faulty } from '#contract/kit/fail.ts'
import { type RowInput, split } from '#contract/kit/field.ts'
import { library } from '#contract/project/library.ts'
import { wireTime } from '../base/process/clock.ts'
import { type Ctx, type Handlers, hasPermission, requirePermission, tx } from '../engine/context.ts'
import { findRow, pageOf, removeRows, saveRow } from '../engine/crud.ts'
import { restoreRows } from '../engine/deleted-rows.ts'
import { isPlain } from '../engine/page.ts'
import { rowFilter } from '../engine/scope.ts'
import { countVisible, seesOwnOperator } from './figures/listed.ts'

/** Rejects changes of rows that come from a declaration: only its transitions change them. */
const assertNotFromDeclaration = async (ctx: Ctx, ids: readonly string[]) => {
  const linkedRow = await ctx.db
    .selectFrom('library')
    .select('id')
    .where('id', 'in', ids)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('pid', 'is not', null)
    .where(rowFilter(ctx, library))
    .executeTakeFirst()
  if (linkedRow)
    throw new Fail([
      '该项目由申报入库产生，请在申报中办理入库和移出',
      'This project comes from a declaration; list it or remove it there',
    ])
}

/** Operator accounts may only register projects of their own operator. */
const assertOwnOperator = (ctx: Ctx, operator: unknown) => {
  if (ctx.actor.accountType === 2 && operator !== ctx.actor.operator)
    throw new Fail(['只能登记本运营商的项目', 'You can register only projects of your own operator'])
}

/** Which projects are benchmarks is published, so an operator does not decide it for its own. */
const assertNoBenchmark = async (
  ctx: Ctx,
  { id, isBenchmark }: RowInput<typeof library.fields> & { id?: string | null },
) => {
  if (ctx.actor.accountType !== 2 || !isBenchmark) return
  const stored = id ? await findRow(ctx, library, id) : null
  if (stored?.isBenchmark !== 1)
    throw faulty([
      { at: 'isBenchmark', text: ['标杆项目由主管部门认定', 'The authorities decide which projects are benchmarks'] },
    ])
}

export const libraryHandlers: Handlers<'library'> = {
  /** Ignores operator filters unless the caller may see all operators (specification 000, section 6). */
  page: (ctx, input) => {
    if (hasPermission(ctx, 'library_export_all')) return pageOf(ctx, library, input)
    const remainingInput = Object.fromEntries(Object.entries(input).filter(([name]) => !/^operator(_|$)/.test(name)))
    // the rows of its region are mostly those of others
    const isCounted = isPlain(remainingInput) && seesOwnOperator(ctx)
    return pageOf(ctx, library, remainingInput, isCounted ? { total: () => countVisible(ctx) } : {})
  },
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'library_edit' : 'library_add')
      if (!input.id || input.operator) assertOwnOperator(inside, input.operator)
      if (input.id) await assertNotFromDeclaration(inside, [input.id])
      await assertNoBenchmark(inside, input)
      return saveRow(inside, library, input.id ? input : { ...input, listedAt: wireTime() })
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      await assertNotFromDeclaration(inside, split(input.ids))
      return removeRows(inside, library, split(input.ids))
    }),
  /** Rows that come from a declaration cannot be restored here. */
  restore: (ctx, input) =>
    tx(ctx, async (inside) => {
      await restoreRows(inside, library, split(input.ids))
      await assertNotFromDeclaration(inside, split(input.ids))
      return null
    }),
}
