import { useId } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './export-button.module.css'

export type Range = 'all' | 'page' | 'selected'

const rangeWords: Readonly<Record<Range, Text>> = {
  all: ['全部', 'All'],
  page: ['当前页', 'This page'],
  selected: ['选中', 'Selected'],
}

/** A range of rows to export. */
export interface ExportRange {
  readonly range: Range
  /** Number of rows; undefined if unknown. */
  readonly count: number | undefined
  /** Row ids; empty for all rows of the list. */
  readonly ids: readonly string[]
}

interface Props {
  readonly ranges: readonly ExportRange[]
  readonly current: ExportRange
  readonly choose: (range: Range) => void
}

/** Radio buttons for the range to export; choosing one does not close the menu. */
export const ExportRanges = ({ ranges, current, choose }: Props) => {
  const t = useLocalize()
  const name = useId()
  const countOf = ({ count }: ExportRange) =>
    count === undefined
      ? ''
      : t([` ${count.toLocaleString('zh-CN')} 行`, `: ${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only stops a click on a choice from closing the menu
    <fieldset className={css.ranges} onClick={(event) => event.stopPropagation()}>
      <legend className="hidden-words">{t(['导出范围', 'Rows to export'])}</legend>
      {ranges.map((one) => (
        <label key={one.range}>
          <input type="radio" name={name} checked={one === current} onChange={() => choose(one.range)} />
          {t(rangeWords[one.range])}
          {countOf(one)}
        </label>
      ))}
    </fieldset>
  )
}
