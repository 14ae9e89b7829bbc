import { isWithReviewers, type StageCode, stageOf } from '#contract/project/stages.ts'
import { usualDecisionDays, usualExpertDays } from '#contract/project/template.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { Ctx } from '../../engine/context.ts'
import { type Calendar, calendar, workdayAfter } from '../../system/reference/working-days.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { readDeadlines } from '../template/template-row.ts'
import { endOfDay } from './correction-time.ts'

/** Working days that an office and an expert have at least, also for what reaches them after the date of the template. */
const minDays = 5

export interface StageEnds {
  /** The last second of the stage; null for one whose template has no date, and for those that are not limited by one. */
  readonly stageUntil: string | null
  /** Of the expert review: until when the experts score. */
  readonly scoreUntil: string | null
}

export type Limits = Partial<NonNullable<Awaited<ReturnType<typeof readDeadlines>>>>

interface Beginning {
  readonly limits: Limits
  /** The day on which the stage begins, which does not count. */
  readonly today: string
  readonly days: Calendar
}

const none: StageEnds = { stageUntil: null, scoreUntil: null }

const later = (one: string, other: string): string => (one > other ? one : other)

/** The last second of the working day that is so many days after a date. */
const endAfter = (date: string, count: number, days: Calendar): string => endOfDay(workdayAfter(date, count, days))

/** When a stage that begins now has to end; the decision of an expert review is due some days after its scores. */
export const endsOfStage = (stage: StageCode, { limits, today, days }: Beginning): StageEnds => {
  const { deadline } = stageOf(stage)
  if (deadline === 'experts') {
    const scoreUntil = endAfter(today, limits.expertDays ?? usualExpertDays, days)
    return { scoreUntil, stageUntil: endAfter(scoreUntil, limits.decisionDays ?? usualDecisionDays, days) }
  }
  const date = { city: limits.cityDeadline, province: limits.provinceDeadline, window: null }[deadline ?? 'window']
  return date ? { ...none, stageUntil: later(date, endAfter(today, minDays, days)) } : none
}

type Row = Pick<DeclarationRow, 'templateId' | 'declareStatus' | 'stageUntil' | 'scoreUntil'>

const beginningFor = async (ctx: Ctx, { templateId }: Row): Promise<Beginning> => ({
  limits: (await readDeadlines(ctx, templateId)) ?? {},
  today: wireTime().slice(0, 10),
  days: await calendar(ctx),
})

/** Whether the office that has the declaration keeps it: to accept it gives no more time. */
const isSameOffice = (from: StageCode, to: StageCode): boolean =>
  isWithReviewers(from) && stageOf(from).deadline !== undefined && stageOf(from).deadline === stageOf(to).deadline

/** The columns of a declaration that say when the stage that it enters has to end. */
export const endsAfter = async (ctx: Ctx, row: Row, to: StageCode): Promise<StageEnds> =>
  isSameOffice(row.declareStatus, to)
    ? { stageUntil: row.stageUntil, scoreUntil: row.scoreUntil }
    : endsOfStage(to, await beginningFor(ctx, row))

const limitedStages = [10, 20, 30, 40] as const satisfies readonly StageCode[]

/**
 * When tasks that begin now are due, by their stage; those of experts by their move, as they have five working days after a late
 * assignment. The dates of the declaration do not move with it: the assignment is confidential.
 */
export const dueTimesOf = async (ctx: Ctx, row: Row): Promise<Readonly<Record<string, string | null>>> => {
  const beginning = await beginningFor(ctx, row)
  const ends = (stage: StageCode): StageEnds =>
    isSameOffice(row.declareStatus, stage) ? row : endsOfStage(stage, beginning)
  const { scoreUntil } = ends(40)
  return {
    ...Object.fromEntries(limitedStages.map((stage) => [stage, ends(stage).stageUntil])),
    score: scoreUntil && later(scoreUntil, endAfter(beginning.today, minDays, beginning.days)),
  }
}
