import { fill, type Text } from '#contract/kit/text.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { App, Ctx } from '../../engine/context.ts'
import { notify } from '../../inbox/notify.ts'
import { calendar, workdaysUntil } from '../../system/reference/working-days.ts'
import { type DeclarationRow, lockDeclaration } from '../record/declaration-row.ts'
import { audiences } from '../review/audiences.ts'
import { isLiftUsedUp, isPast } from '../review/correction-time.ts'
import { expiryReason } from '../review/expiry-reason.ts'
import { unnamedProject } from '../review/notify-transition.ts'
import { applyByTimer } from '../review/transitions.ts'
import { beginningOf, isFirstTime } from './first-time.ts'
import { type WorkOptions, workThrough } from './platform-work.ts'

/** Working days before the last day of a correction at which its declarant is warned. */
const warnings = [1, 3, 7] as const

/**
 * The warning that is due when so many working days are left; a missed one is made up for by the next. A limit that was no longer than
 * a warning needs none: the return has just said it.
 */
export const dueWarning = (left: number, limit: number): number | null => {
  const due = warnings.find((days) => left <= days)
  return due !== undefined && due < limit ? due : null
}

const titleFor = (left: number): Text =>
  left > 0
    ? ['“{0}”的修改时限还剩 {1} 个工作日', 'Working days left to correct “{0}”: {1}']
    : ['“{0}”的修改时限今日24:00届满', 'The time to correct “{0}” ends today at 24:00']

const until: Text = [
  '请在 {0}（含当日）前修改并重新提交，逾期将归档',
  'Please correct and resubmit it by the end of {0}; after that it is archived',
]

/** Warns the declarant, by law through every channel. Resolves to whether it did. */
const warn = async (ctx: Ctx, row: DeclarationRow, last: string, now: Date): Promise<boolean> => {
  const days = await calendar(ctx)
  const left = workdaysUntil(wireTime(now), last, days)
  const due = dueWarning(left, row.stageSince ? workdaysUntil(row.stageSince, last, days) : Number.POSITIVE_INFINITY)
  if (due === null || !(await isFirstTime(ctx, await beginningOf(ctx, row), `correction-${due}`, now))) return false
  await notify(ctx, {
    to: await audiences.owner(ctx, row),
    kind: 'reminder',
    about: { table: 'declaration', id: row.id },
    title: fill(titleFor(left), row.projectName ?? unnamedProject, left),
    text: fill(until, last),
    link: `/addDeclare/project?id=${row.id}`,
    isRequired: true,
  })
  return true
}

/**
 * Warns the declarants of returned declarations 7, 3 and 1 working days before the last day, and archives those whose time has passed.
 * Resolves to how many were warned, and how many have expired.
 */
export const handleCorrections = (app: App, options: WorkOptions = {}) =>
  workThrough(
    app,
    {
      name: 'correction-deadline',
      of: sql`declare_status = 70 and correction_until is not null`,
      act: async (ctx, id, now) => {
        const row = await lockDeclaration(ctx, id)
        if (row.declareStatus !== 70 || !row.correctionUntil) return null
        const last = row.correctionUntil.slice(0, 10)
        if (!isPast(row.correctionUntil, now)) return (await warn(ctx, row, last, now)) ? 'warned' : null
        await applyByTimer(ctx, row, 'expire', expiryReason(last, await isLiftUsedUp(ctx, row))[0])
        return 'expired'
      },
    },
    options,
  )
