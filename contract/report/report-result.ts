import type { Text } from '../kit/text.ts'
import type { ChartKind } from './report-content.ts'

/** One value by which rows are grouped; null for rows without one. */
export interface GroupKey {
  readonly value: string | null
  readonly name: string
}

/** The figures of the rows with the same values. */
export interface ReportGroup {
  /** One key for each level; fewer in a subtotal, none in the total. */
  readonly rows: readonly GroupKey[]
  /** Of a cross table; null in the figures of all its columns. */
  readonly column: GroupKey | null
  /** Number of rows. */
  readonly count: number
  /** In the order of the report's figures; null where no row has a value. */
  readonly values: readonly (number | null)[]
  /** Parameters of the source's list that show exactly these rows. */
  readonly filters: string
}

/** How many decimals a figure has at least and at most. */
export interface Decimals {
  readonly min: number
  readonly max: number
  /** A change is written with its sign. */
  readonly isSigned?: true
}

export interface MeasureHead {
  readonly label: Text
  readonly decimals: Decimals
  /** Figures of several groups can be added up, as counts can and medians cannot. */
  readonly isSummable: boolean
}

export interface ReportResult {
  /** Name of the source whose rows are counted. */
  readonly source: string
  /** Parameters of the list that restrict all its rows. */
  readonly filters: string
  readonly heads: {
    readonly rows: readonly Text[]
    readonly column: Text | null
    readonly measures: readonly MeasureHead[]
  }
  /** How the figures are drawn above the table. */
  readonly chart: ChartKind | null
  /** In the order of their keys, each subtotal behind its groups, the total last. */
  readonly groups: readonly ReportGroup[]
  /** A field with several values counts a row in each of them: the groups add up to more than their total. */
  readonly hasSeveral: Text | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly asOf: string
}
