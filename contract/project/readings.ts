import { type Choice, choice, decimal, type Fields, int, time } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { declaration } from './declaration.ts'
import { partLabels } from './part-labels.ts'
import { handledStages, stages } from './stages.ts'

const out = { direction: 'out' } as const

const stageChoices = handledStages.map((code): Choice => [code, stages[code].name])

/** The stays of a declaration at a stage that have ended, one row for each. */
const stayFields = {
  stayStage: choice('经办环节', 'Stage handled', { choices: stageChoices, ...out }),
  stayUntil: time('环节办结时间', 'Stage handled at', out),
  stayDays: decimal('办理天数', 'Days at the stage', out),
}

/** The returns of a declaration: one row for each part that has remarks. */
const returnFields = {
  returnStage: choice('作出退回的环节', 'Stage of the return', { choices: stageChoices, ...out }),
  returnTime: time('退回时间', 'Time of the return', out),
  returnPart: choice('退回意见所在部分', 'Part with remarks', { choices: Object.entries(partLabels), ...out }),
  remarkCount: int('退回意见数', 'Remarks', out),
}

export interface Reading {
  readonly label: Text
  readonly fields: Fields
  /** The field of declarations that shows the same: who does not see it sees nothing of the reading. */
  readonly shownWith: string
  /** Fields that say where in a declaration something is: not for those who read parts of it only. */
  readonly ofPlaces: readonly string[]
}

/**
 * Readings of declarations: what their steps say, as rows that reports count. The list of declarations takes their fields as filters: all
 * filters of one reading hold for the same row of it, as in a figure, so a figure opens the declarations that it counts.
 */
export const readings = {
  declarationStay: {
    label: ['办理时效', 'Time at the stages'],
    fields: stayFields,
    shownWith: 'stageSince',
    ofPlaces: [],
  },
  declarationReturn: {
    label: ['退回原因', 'Why it was returned'],
    fields: returnFields,
    shownWith: 'loop',
    ofPlaces: ['returnPart', 'remarkCount'],
  },
} as const satisfies Readonly<Record<string, Reading>>

export type ReadingName = keyof typeof readings

const filters: Fields = { ...stayFields, ...returnFields }
const { page } = declaration.calls

/** The declarations as their list is filtered; apart from their declaration, which the frame of the console loads. */
export const filteredDeclaration = {
  ...declaration,
  filters,
  calls: { ...declaration.calls, page: { ...page, filters } },
}
