import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { usualCorrectionDays } from '#contract/project/template.ts'
import { momentOf, wireTime } from '../../base/process/clock.ts'
import type { Ctx } from '../../engine/context.ts'
import { calendar, workdayAfter } from '../../system/reference/working-days.ts'
import { type DeclarationRow, lastReturn } from '../record/declaration-row.ts'
import { readDeadlines } from '../template/template-row.ts'
import { officeName, stepsAtStage } from './timeline.ts'

/** The last second of a day: what is due on it may be done until midnight. */
export const endOfDay = (date: string): string => `${date} 23:59:59`

/** Whether a time that names the last second of a day has passed. */
export const isPast = (moment: string, now: Date): boolean => now.getTime() >= momentOf(moment).getTime() + 1000

/** Until when a declaration that is returned now can be corrected: the working days of its template, without today. */
export const correctionEnd = async (ctx: Ctx, { templateId }: Pick<DeclarationRow, 'templateId'>): Promise<string> => {
  const template = await readDeadlines(ctx, templateId)
  const days = template?.correctionDays ?? usualCorrectionDays
  return endOfDay(workdayAfter(wireTime().slice(0, 10), days, await calendar(ctx)))
}

const late: Text = [
  '修改期限已于 {0} 24:00 届满，不能再提交；已填写的内容已保存为草稿。',
  'The time to correct it ended on {0} at 24:00, so it can no longer be submitted; your entries are kept as a draft.',
]
const howToAsk: Text = [
  '如需继续申报，请向退回该申报的{0}说明理由，由其撤销逾期归档后，在新的期限内提交',
  'To continue, give your reason to the office that returned it ({0}); once it lifts the expiry, you have a new period',
]
const usedUp: Text = [
  '该申报的逾期归档已撤销过一次，不能再次撤销',
  'The expiry of this correction was lifted once and cannot be lifted again',
]

/** Whether the expiry of the present correction was lifted before, which is possible once. */
export const isLiftUsedUp = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> =>
  (await stepsAtStage(ctx, row, row.returnedFrom)).some(({ move, loop }) => move.endsWith('Lift') && loop === row.loop)

/** Why a returned declaration can no longer be submitted; null in time, and for all others. */
export const lateObstacle = async (ctx: Ctx, row: DeclarationRow): Promise<Fail | null> => {
  const { declareStatus, correctionUntil } = row
  const isLate = declareStatus === 70 && correctionUntil !== null && isPast(correctionUntil, new Date())
  return isLate ? lateFailure(ctx, row) : null
}

/** Why a correction that comes too late is refused: until when it was possible, and what the declarant can do. */
export const lateFailure = async (ctx: Ctx, row: DeclarationRow): Promise<Fail> => {
  const [last, isUsedUp] = await Promise.all([lastReturn(ctx, row.id), isLiftUsedUp(ctx, row)])
  const office = (lang: 'zh' | 'en') => officeName(last?.office ?? null, lang) ?? ''
  const advice = isUsedUp ? usedUp : ([fill(howToAsk, office('zh'))[0], fill(howToAsk, office('en'))[1]] as const)
  const sentence = fill(late, row.correctionUntil?.slice(0, 10) ?? '')
  return new Fail([`${sentence[0]}${advice[0]}`, `${sentence[1]} ${advice[1]}`], 409)
}
