import { denied, Fail, faulty } from '#contract/kit/fail.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { declaration } from '#contract/project/declaration.ts'
import { officerFields, stageStay } from '#contract/project/stage-stay.ts'
import type { Fragment } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, type Handlers, hasPermission, type UserCtx } from '../../engine/context.ts'
import { pageOf } from '../../engine/crud.ts'
import { comparesOnly, hiddenFields, rowFilter } from '../../engine/scope.ts'
import { withoutHiddenParams } from '../../system/access/hidden-fields.ts'
import { readStayFigures, type StayQuestion } from './read-stay-figures.ts'

const readsPart = () =>
  new Fail(
    [
      '您只能查看申报的部分内容，因此不能查看办理记录',
      'You can see only parts of declarations, so you cannot see their time at the stages',
    ],
    403,
  )

/** The stays of the declarations that the caller sees. Throws 403 for those who see only some of their columns. */
const visibleStays = (ctx: Ctx): Fragment => {
  if (hiddenFields(ctx.actor, declaration).size > 0 || ctx.actor.accountType === 2) throw readsPart()
  // stays have these columns too
  if (comparesOnly(ctx.actor, declaration, ['province', 'city', 'declareStatus'])) return rowFilter(ctx, declaration)
  return sql`declaration_id in (select id from declaration where ${rowFilter(ctx, declaration)})`
}

const readsOfficers = (ctx: Ctx): boolean => hasPermission(ctx, 'stage_stay_officer')

/** Columns that every figure reads. */
const countedFields = ['since', 'until', 'due', 'result', 'overdue', 'workdays']

/** Throws 403 if a data scope hides what the figures are counted or grouped by. */
const assertReadsFigures = (ctx: Ctx, by: string): void => {
  const hidden = hiddenFields(ctx.actor, stageStay)
  if ([...countedFields, by].some((name) => hidden.has(name))) throw denied()
}

/** Who asks for their own stays by name may; nobody else is filtered or sorted by without the permission. */
const withReadableOfficers = (ctx: UserCtx, input: ListInput): ListInput => {
  if (readsOfficers(ctx) || (input.handlerId === ctx.actor.id && !input.ascs && !input.descs)) return input
  return withoutHiddenParams(stageStay, input, new Set(officerFields))
}

const withoutOthers = <R extends { handlerId: string | null; principalId: string | null }>(ctx: UserCtx, row: R): R =>
  row.handlerId === ctx.actor.id
    ? row
    : { ...row, handlerId: null, handlerName: null, principalId: null, principalName: null }

export const stageStayHandlers: Handlers<'stageStay'> = {
  page: async (ctx, input) => {
    const page = await pageOf(ctx, stageStay, withReadableOfficers(ctx, input), {
      conditions: [visibleStays(ctx)],
      order: sql`since desc, id desc`,
    })
    if (readsOfficers(ctx)) return page
    return { ...page, records: page.records.map((row) => withoutOthers(ctx, row)) }
  },
  figures: async (ctx, { unit, from, to, by }) => {
    if (String(to) < String(from))
      throw faulty([{ at: 'to', text: ['截止日期不能早于起始日期', 'The last day is before the first one'] }])
    assertReadsFigures(ctx, String(by))
    return readStayFigures(ctx, sql`${rowFilter(ctx, stageStay)} and ${visibleStays(ctx)}`, {
      ...({ unit, by, days: { from, to } } as Pick<StayQuestion, 'unit' | 'by' | 'days'>),
      isOwn: !readsOfficers(ctx),
    })
  },
}
