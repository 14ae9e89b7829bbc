import { useId } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import css from './export-button.module.css'

export type Range = 'all' | 'page' | 'selected'

const rangeWords: Readonly<Record<Range, Text>> = {
  all: ['全部', 'All'],
  page: ['当前页', 'This page'],
  selected: ['选中', 'Selected'],
}

/** Rows that can be exported. */
export interface ExportRange {
  readonly range: Range
  /** Undefined where it is not known. */
  readonly count: number | undefined
  /** Empty: every row of the list. */
  readonly ids: readonly string[]
}

interface Props {
  readonly ranges: readonly ExportRange[]
  readonly current: ExportRange
  readonly choose: (range: Range) => void
}

/** Which rows of a list; a choice here leaves what stands below it open. */
export const ExportRanges = ({ ranges, current, choose }: Props) => {
  const t = useLocalize()
  const name = useId()
  const countOf = ({ count }: ExportRange) =>
    count === undefined
      ? ''
      : t([` ${count.toLocaleString('zh-CN')} 行`, `: ${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keeps a click on a choice from closing the list, and does nothing itself
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
