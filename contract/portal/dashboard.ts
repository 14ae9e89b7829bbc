import { call, shaped } from '../kit/call.ts'
import { choice, code } from '../kit/field.ts'
import type { ReviewStage } from '../project/stages.ts'
import type { Selection } from './figure-rows.ts'
import { periods } from './periods.ts'
import type { Figure } from './portal.ts'

/** One month of the trend; `submitted` is null for callers who may not see declarations. */
export interface TrendMonth {
  /** yyyy-MM */
  month: string
  listed: number
  submitted: number | null
}

/** Declarations that entered a stage, and the median of the days that finished stays there took; null without any. */
export interface FunnelStage {
  stage: ReviewStage
  value: number
  medianDays: number | null
}

/** Figures of all listed projects of the period and province; investment in 亿元. */
export interface ProjectTotals {
  projects: number
  /** Projects with a private network. */
  networks: number
  investment: number
  terminals: number
  benchmarks: number
}

/**
 * Figures of a period and a province. Listed projects are counted for the whole country, as on the home page; declarations
 * only as far as the caller may see them.
 */
export interface Dashboard {
  asOf: string
  /** What the figures count; their links open the same rows. */
  selection: Selection
  demo: boolean
  totals: ProjectTotals
  /** Projects of the selection without a time of listing; they are counted only if the period is `all`. */
  undated: number
  trend: TrendMonth[]
  /** Provinces with listed projects of the period, whichever province is chosen. `value2` is the investment in 亿元. */
  provinces: { code: string; value: number; value2: number; hasData: number }[]
  operators: Figure[]
  /** Sections of GB/T 4754, the largest first. */
  industries: { code: string; name: string; value: number }[]
  /**
   * Null for callers who may not see declarations. `inMedian` is the number of declarations, the last ones submitted, of which the median
   * days are; null if of all.
   */
  declarations: { submitted: number; funnel: FunnelStage[]; inMedian: number | null } | null
}

export const dashboard = {
  read: call('GET', 'caict-porject/Home/dashboard', ['数据概览', 'Dashboard'], {
    access: 'login',
    input: {
      period: choice('统计时段', 'Period', { choices: periods }),
      province: code('省份', 'Province', { of: 'region' }),
    },
    output: shaped<Dashboard>(),
  }),
}
