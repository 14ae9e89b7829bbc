import { longText } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'

interface BatchMoveWords {
  readonly label: Text
  /** The step in English, in the past tense. */
  readonly done: string
}

/** Steps in the history of a declaration that lead it from batch to batch and complete no task of its process. */
export const batchMoves = {
  defer: {
    label: ['顺延至下一批次', 'Defer to the next batch'],
    done: 'Deferred to the next batch',
  },
  // the declarant reads that it was not their delay
  deferLate: {
    label: ['办理部门未按期办结，顺延至下一批次（非申报单位原因）', 'Defer to the next batch as the office was late'],
    done: 'Deferred to the next batch: the office was late, not the declarant',
  },
  leaveBatch: {
    label: ['退出本批次', 'Leave the batch'],
    done: 'Left the batch',
  },
} as const satisfies Record<string, BatchMoveWords>

export type BatchMove = keyof typeof batchMoves
export const isBatchMove = (name: string): name is BatchMove => Object.hasOwn(batchMoves, name)

/** The acts of a page that make them. */
export type BatchStep = 'defer' | 'leaveBatch'

export const batchReason = longText('理由（申报单位可见）', 'Reason (the declarant reads it)', {
  required: true,
  max: 500,
  rule: 'finished',
})
