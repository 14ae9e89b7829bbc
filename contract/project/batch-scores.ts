import { call, file, shaped } from '../kit/call.ts'
import { choice, decimal, ref } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import type { PanelRank, Scored } from './cut-off.ts'
import type { AssignedExpert } from './status.ts'

/** What an assigned expert has given for a member of a batch. */
export interface MemberScore extends Pick<AssignedExpert, 'id' | 'realName' | 'state' | 'score' | 'corrections'> {
  readonly isOutlier: boolean
}

/** A member of a batch, as who decides compares it with the others. */
export interface Member {
  readonly id: string
  readonly declareNo: string | null
  readonly projectName: string | null
  readonly commpanyName: string | null
  readonly provinceName: string | null
  readonly cityName: string | null
  readonly categorizeName: string | null
  readonly stageName: string | null
  /** Of the scores that count at present; none while it is returned for correction. */
  readonly scores: readonly MemberScore[]
  /** Of the scores so far; it counts for ranks and for the line once the scores are complete. */
  readonly mean: number | null
  readonly spread: number | null
  readonly isComplete: boolean
  /** Whether it is in the expert review, so that nobody has decided on it. */
  readonly awaitsDecision: boolean
  /** As who decides knows it: a step, a score and a correction change it. */
  readonly version: number
  /** Among the complete members of the batch, and among those with the same experts. */
  readonly rank: number | null
  readonly panelRank: PanelRank | null
  /** Its places in the orders of its province and of its city. */
  readonly provincePlace: number | null
  readonly cityPlace: number | null
}

export interface BatchScores {
  readonly batchId: string
  readonly batchName: string
  readonly stateName: string
  readonly members: readonly Member[]
}

export const batchScoresWords: Text = ['评审汇总', 'Table of the scores']

/** Ways to set a cut-off line. */
export const lineKinds = [
  ['count', ['按数量', 'By number']],
  ['value', ['按分数', 'By score']],
] as const

const batchId = ref('申报批次', 'Batch', { of: 'batch', required: true })
const access = { perm: ['declaration_decide'], staff: true } as const

/**
 * All members of a batch with their scores, for those who decide, as every score before the decision (docs/decisions/0157). It belongs
 * to no entity, so that no list, report or key reads it.
 */
export const batchScores = {
  read: call('GET', 'caict-porject/batch-scores/read', batchScoresWords, {
    access,
    input: { batchId },
    output: shaped<BatchScores>(),
  }),
  /** The same as a sheet; with a line it says which members are above it. */
  sheet: call('GET', 'caict-porject/batch-scores/sheet', ['导出评审汇总', 'Export the table of the scores'], {
    access,
    input: {
      batchId,
      by: choice('入选线', 'Line', { choices: lineKinds }),
      at: decimal('线值', 'Value of the line', { max: 10_000 }),
      minimum: decimal('最低分', 'Minimum', { max: 100 }),
    },
    output: file,
  }),
}

/** The members as a line and ranks see them: without complete scores they have no mean. */
export const scoredOf = <M extends Pick<Member, 'id' | 'mean' | 'isComplete'>>(members: readonly M[]): (M & Scored)[] =>
  members.map((member) => ({ ...member, mean: member.isComplete ? member.mean : null }))
