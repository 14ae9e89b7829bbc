import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { momentOf, wireTime } from '../../base/process/clock.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { readTemplate } from '../template/template-row.ts'
import { stepsAtStage } from './timeline.ts'

export const hasOpenObjection = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> => {
  const steps = await stepsAtStage(ctx, row)
  const count = (name: string) => steps.filter(({ move }) => move === name).length
  return count('object') > count('dismiss')
}

const day = 86_400_000

/** When the public notice ends (`noticeDays` of the template). */
export const noticeEnd = async (ctx: Ctx, row: DeclarationRow): Promise<Date> => {
  const days = (await readTemplate(ctx, row.templateId))?.noticeDays ?? 0
  return new Date(momentOf(row.stageSince ?? wireTime()).getTime() + days * day)
}

/** Why the public notice cannot end with a listing now: its date, or an open objection; else null. */
export const listingFailure = async (ctx: Ctx, row: DeclarationRow): Promise<Fail | null> => {
  const end = await noticeEnd(ctx, row)
  if (Date.now() < end.getTime())
    return new Fail(
      fill(
        ['公示期至 {0}，期满后方可入库', 'The public notice runs until {0}; the project can be listed only after that'],
        wireTime(end),
      ),
    )
  if (await hasOpenObjection(ctx, row))
    return new Fail(['有异议尚未处理，不能入库', 'An objection is still open, so the project cannot be listed'])
  return null
}

export const canEndNotice = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> =>
  (await listingFailure(ctx, row)) === null
