import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '../../number.ts'
import { china } from '../china.ts'
import type { MapState } from './map-state.ts'
import { type RankedPlace, stepTo, topTen } from './ranked-places.ts'
import css from './ranking.module.css'

interface RowProps {
  readonly place: RankedPlace
  readonly maxValue: number
  readonly current: Omit<MapState, 'list'>
  /** The only row in the tab order. */
  readonly isStop: boolean
}

/** Accessible name of a row: 第1名，江苏，205个项目. */
const rowLabel = ({ rank, name, value, hasData }: RankedPlace): Text => {
  if (!hasData) return [`${name}，暂无数据`, `${name}, no data`]
  if (!rank) return [`${name}，暂无项目`, `${name}, no projects`]
  return [`第${rank}名，${name}，${value}个项目`, `No. ${rank}, ${name}, projects: ${value}`]
}

const Row = ({ place, maxValue, current: { active, selected, activate, select }, isStop }: RowProps) => {
  const t = useLocalize()
  const { code, name, rank, value, hasData } = place
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding list handles the keys for every row
    <div
      role="option"
      aria-selected={code === selected}
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
      <span className={css.name}>{name}</span>
      <span className={css.bar} aria-hidden="true">
        <i style={{ width: `${maxValue > 0 ? (100 * value) / maxValue : 0}%` }} />
      </span>
      <span className={css.value}>{hasData ? formatNumber(value) : t(['暂无数据', 'No data'])}</span>
    </div>
  )
}

/** Scrolls the list to a row without scrolling the page. */
const reveal = (list: HTMLElement, row: HTMLElement) => {
  const top = row.offsetTop - list.offsetTop
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + row.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top + row.offsetHeight - list.clientHeight
}

/**
 * The provinces ranked by number of projects; also the keyboard equivalent of the map. It is one tab stop: arrows, Home and
 * End move, Enter selects. It displays the first ten; the rest on demand, or when a key or a selection leads to one of them.
 */
export const Ranking = ({ list, ...current }: MapState) => {
  const t = useLocalize()
  const { selected, activate, select } = current
  const [all, setAll] = useState(false)
  const [stop, setStop] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const toFocus = useRef<string | null>(null)
  const rowOf = (code: string) => box.current?.querySelector<HTMLElement>(`[data-code="${code}"]`) ?? null
  const isBeyondTopTen = list.findIndex(({ code }) => code === selected) >= topTen
  useEffect(() => {
    if (selected) setStop(selected)
    if (isBeyondTopTen) setAll(true)
  }, [selected, isBeyondTopTen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row may exist only after `all` has expanded the list
  useEffect(() => {
    const row = selected ? rowOf(selected) : null
    if (box.current && row) reveal(box.current, row)
  }, [selected, all])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once the list contains the target row
  useEffect(() => {
    if (toFocus.current) rowOf(toFocus.current)?.focus()
    toFocus.current = null
  }, [stop, all])

  // biome-ignore lint/correctness/useExhaustiveDependencies: deselecting a province may remove the focused element
  useEffect(() => {
    if (!selected && stop && document.activeElement === document.body) rowOf(stop)?.focus()
  }, [selected])

  const visiblePlaces = all ? list : list.slice(0, topTen)
  const at = Math.max(
    0,
    list.findIndex(({ code }) => code === stop),
  )
  const handleKeyDown = (event: KeyboardEvent) => {
    const currentPlace = list[at]
    const next = stepTo(event.key, at, list.length)
    if (next !== null) {
      if (next >= topTen) setAll(true)
      toFocus.current = list[next]?.code ?? null
      setStop(toFocus.current)
    } else if (currentPlace && (event.key === 'Enter' || event.key === ' ')) select(currentPlace.code)
    else return
    event.preventDefault()
  }
  const toggle = () => {
    setAll(!all)
    if (all && at >= topTen) setStop(null)
  }
  return (
    <>
      <div className={css.head}>
        <h3 id="ranking">{t(['省份排名', 'Provinces by projects'])}</h3>
        <span aria-hidden="true">{t(['项目数（个）', 'Projects'])}</span>
      </div>
      <div
        ref={box}
        role="listbox"
        tabIndex={-1}
        aria-labelledby="ranking"
        className={css.list}
        onKeyDown={handleKeyDown}
        onBlur={() => activate(null)}
        onPointerLeave={() => activate(null)}
      >
        {visiblePlaces.map((place, i) => (
          <Row
            key={place.code}
            place={place}
            maxValue={list[0]?.value ?? 0}
            current={current}
            isStop={i === (at < visiblePlaces.length ? at : 0)}
          />
        ))}
      </div>
      <p className={css.more}>
        <Button kind="link" aria-expanded={all} onClick={toggle}>
          {all ? t(['只看前十', 'Top ten only']) : t(['显示全部', 'Show all'])}
        </Button>
      </p>
    </>
  )
}
