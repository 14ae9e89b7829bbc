import { call, shaped } from '../kit/call.ts'
import { int, ref, refs } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import type { QuotaUse } from './status.ts'

/** A declaration in the order of an office. */
export interface Candidate {
  readonly id: string
  readonly declareNo: string | null
  readonly projectName: string | null
  readonly commpanyName: string | null
  readonly cityName: string | null
  readonly stageName: string | null
  /** Whether it has entered the expert review. */
  readonly isMember: boolean
  /** Its place in the order of the office; null if it came after the order was saved. */
  readonly place: number | null
  /** For the province: its place in the order of its city. */
  readonly cityPlace: number | null
}

/** The candidates of an office in a batch: the city's own, or those of its province that have reached the province. */
export interface RecommendationOrder {
  readonly batchId: string
  readonly batchName: string
  readonly regionName: string
  readonly isProvince: boolean
  /** Of the order; 0 before it is saved for the first time. */
  readonly version: number
  /** Of the rows: a list of recommendation is made of what its maker has seen. */
  readonly digest: string
  /** Why the caller cannot change the order; null if they can. */
  readonly obstacle: string | null
  /** The quota of the place; null without one, and for callers who may not see it. */
  readonly quota: QuotaUse | null
  /** Those with a place first, in their order; then the others as they came. */
  readonly rows: readonly Candidate[]
  readonly changedBy: string | null
  readonly changedAt: string | null
}

export const orderWords: Text = ['推荐顺序', 'Order of recommendation']

const access = { perm: ['declaration_city', 'declaration_province'], staff: true } as const
const batchId = ref('申报批次', 'Batch', { of: 'batch', required: true })

/**
 * The order in which an office recommends its candidates of a batch: advice to the next level (docs/decisions/0157). It belongs to no
 * entity, so that no list, export, report, recycle bin or key reads it.
 */
export const recommendationOrder = {
  read: call('GET', 'caict-porject/recommendation-order/read', orderWords, {
    access,
    input: { batchId },
    output: shaped<RecommendationOrder>(),
  }),
  /** Saves the order; `version` is that of the order which the caller has changed. Declarations that are not named have no place. */
  save: call('POST', 'caict-porject/recommendation-order/save', ['保存推荐顺序', 'Save the order of recommendation'], {
    access,
    input: {
      batchId,
      ids: refs('申报', 'Declarations', { required: true, isUnlogged: true }),
      version: int('版本', 'Version', { required: true }),
    },
    output: shaped<RecommendationOrder>(),
  }),
}
