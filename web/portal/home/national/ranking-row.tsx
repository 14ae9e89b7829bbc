import { useEffect, useRef } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { china } from '#web/base/map/china.ts'
import { formatNumber } from '#web/base/page/number.ts'
import type { MapState } from './map-state.ts'
import type { RankedPlace } from './ranked-places.ts'
import css from './ranking.module.css'

/** Accessible name of a row: 第1名，江苏，205个项目. */
const rowLabel = ({ rank, name, value, hasData }: RankedPlace): Text => {
  if (!hasData) return [`${name}，暂无数据`, `${name}, no data`]
  if (!rank) return [`${name}，暂无项目`, `${name}, no projects`]
  return [
    `第${rank}名，${name}，${value}个项目`,
    `No. ${rank}, ${name}, ${value} ${value === 1 ? 'project' : 'projects'}`,
  ]
}

/** Scrolls the list to a row without scrolling the page. */
const reveal = (list: HTMLElement, row: HTMLElement) => {
  const top = row.offsetTop - list.offsetTop
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + row.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top + row.offsetHeight - list.clientHeight
}

interface Props {
  readonly place: RankedPlace
  readonly maxValue: number
  readonly current: Omit<MapState, 'list'>
  /** The only row in the tab order. */
  readonly isStop: boolean
}

/** A province of the ranking; it scrolls into view when it is selected. */
export const Row = ({ place, maxValue, current: { active, selected, activate, select }, isStop }: Props) => {
  const t = useLocalize()
  const row = useRef<HTMLDivElement>(null)
  const { code, name, rank, value, hasData } = place
  const isSelected = code === selected
  useEffect(() => {
    if (isSelected && row.current?.parentElement) reveal(row.current.parentElement, row.current)
  }, [isSelected])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding list handles the keys for every row
    <div
      ref={row}
      role="option"
      aria-selected={isSelected}
      aria-label={t(rowLabel(place))}
      tabIndex={isStop ? 0 : -1}
      className={css.row}
      data-code={code}
      data-active={code === active?.code || undefined}
      onFocus={() => activate({ code, tip: china.provinces.find((one) => one.code === code)?.at })}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && activate({ code })}
      onClick={() => select(code)}
    >
      <span className={css.rank}>{rank ?? '–'}</span>
      <span className="nowrap">{name}</span>
      <span className={css.bar} aria-hidden="true">
        <i data-bar style={{ width: `${maxValue > 0 ? (100 * value) / maxValue : 0}%` }} />
      </span>
      <span className={css.value}>{hasData ? formatNumber(value) : t(['暂无数据', 'No data'])}</span>
    </div>
  )
}
