import { furthestStageAfter, isWithReviewers, type StageCode, stageOf } from '#contract/project/stages.ts'
import { usualDecisionDays, usualExpertDays } from '#contract/project/template.ts'
import { momentOf, wireTime } from '../../base/process/clock.ts'
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
  /** Of the public notice: until when an objection can be raised. */
  readonly noticeUntil: string | null
}

export type Limits = Partial<NonNullable<Awaited<ReturnType<typeof readDeadlines>>>>

interface Beginning {
  readonly limits: Limits
  /** When the stage begins; its day does not count for working days. */
  readonly now: string
  readonly days: Calendar
}

const none: StageEnds = { stageUntil: null, scoreUntil: null, noticeUntil: null }

const later = (one: string, other: string): string => (one > other ? one : other)

/** The last second of the working day that is so many days after a date. */
const endAfter = (date: string, count: number, days: Calendar): string => endOfDay(workdayAfter(date, count, days))

/** The last second of a public notice that is published now: working days of the template, without today. */
export const publishedNoticeEnd = ({ limits, now, days }: Beginning): string =>
  endAfter(now, noticeWorkdays(limits), days)

/** How many working days a published notice lasts. */
export const noticeWorkdays = ({ noticeDays }: Pick<Limits, 'noticeDays'>): number => Math.max(noticeDays ?? 1, 1)

/** A public notice that begins with its stage lasts calendar days, to the second. */
const daysAfter = (moment: string, count: number): string =>
  wireTime(new Date(momentOf(moment).getTime() + count * 86_400_000))

/** When a stage that begins now has to end; the decision of an expert review is due some days after its scores. */
export const endsOfStage = (stage: StageCode, { limits, now, days }: Beginning): StageEnds => {
  const { deadline } = stageOf(stage)
  if (stage === 50)
    return limits.publishesNotice === 1 ? none : { ...none, noticeUntil: daysAfter(now, limits.noticeDays ?? 0) }
  if (deadline === 'experts') {
    const scoreUntil = endAfter(now, limits.expertDays ?? usualExpertDays, days)
    return { ...none, scoreUntil, stageUntil: endAfter(scoreUntil, limits.decisionDays ?? usualDecisionDays, days) }
  }
  const date = { city: limits.cityDeadline, province: limits.provinceDeadline, window: null }[deadline ?? 'window']
  return date ? { ...none, stageUntil: later(date, endAfter(now, minDays, days)) } : none
}

type Row = Pick<DeclarationRow, 'templateId' | 'declareStatus' | 'stageUntil' | 'scoreUntil'>

export const beginningFor = async (ctx: Ctx, { templateId }: Pick<Row, 'templateId'>): Promise<Beginning> => ({
  limits: (await readDeadlines(ctx, templateId)) ?? {},
  now: wireTime(),
  days: await calendar(ctx),
})

/** Whether the office that has the declaration keeps it: to accept it gives no more time. */
const isSameOffice = (from: StageCode, to: StageCode): boolean =>
  isWithReviewers(from) && stageOf(from).deadline !== undefined && stageOf(from).deadline === stageOf(to).deadline

/** The columns of a declaration that say when the stage that it enters has to end. */
export const endsAfter = async (ctx: Ctx, row: Row, to: StageCode): Promise<StageEnds> =>
  isSameOffice(row.declareStatus, to)
    ? { ...none, stageUntil: row.stageUntil, scoreUntil: row.scoreUntil }
    : endsOfStage(to, await beginningFor(ctx, row))

const limitedStages = [10, 20, 30, 40] as const satisfies readonly StageCode[]

/**
 * When tasks that begin now are due, by their stage; those of experts by their move, as they have five working days after a late
 * assignment. The dates of the declaration, which its declarant has read, do not move with it.
 */
export const dueTimesOf = async (ctx: Ctx, row: Row): Promise<Readonly<Record<string, string | null>>> => {
  const beginning = await beginningFor(ctx, row)
  const ends = (stage: StageCode): StageEnds =>
    isSameOffice(row.declareStatus, stage) ? { ...none, ...row } : endsOfStage(stage, beginning)
  const { scoreUntil } = ends(40)
  return {
    ...Object.fromEntries(limitedStages.map((stage) => [stage, ends(stage).stageUntil])),
    score: scoreUntil && later(scoreUntil, endAfter(beginning.now, minDays, beginning.days)),
  }
}

/** The columns of a declaration that enters a stage. */
export const columnsAt = async (ctx: Ctx, row: DeclarationRow, to: StageCode) => ({
  declareStatus: to,
  stageSince: wireTime(),
  furthestStage: furthestStageAfter(row.furthestStage, to),
  taskUser: null,
  supervisedSince: null,
  ...(await endsAfter(ctx, row, to)),
})
