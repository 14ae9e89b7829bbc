import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useId, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Figure, portal } from '#contract/portal/portal.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ErrorState } from '#web/base/page/page.tsx'
import layout from '../distribution.module.css'
import { China } from './china-figure.tsx'
import type { ActiveProvince } from './map-state.ts'
import css from './national.module.css'
import { type Place, rankPlaces } from './ranked-places.ts'
import { Ranking } from './ranking.tsx'
import { SelectedPlace } from './selected-place.tsx'

interface YearsProps {
  /** In ascending order. */
  readonly years: readonly string[]
  /** Null means all years. */
  readonly year: string | null
  readonly choose: (year: string | null) => void
}

/** One button for all years, then one for each year of listing. */
const Years = ({ years, year, choose }: YearsProps) => {
  const t = useLocalize()
  const name = useId()
  const options: readonly (readonly [value: string | null, label: string])[] = [
    [null, t(['全部年份', 'All years'])],
    ...years.map((one) => [one, one] as const),
  ]
  if (years.length < 2) return null
  return (
    <fieldset className={css.years}>
      <legend>{t(['入库年份', 'Year of listing'])}</legend>
      {options.map(([value, label]) => (
        <label key={label} className="deep-choice" data-choice>
          <input type="radio" name={name} checked={value === year} onChange={() => choose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Below the map, so loaded later. */
const Operators = lazy(async () => ({ default: (await import('./operators.tsx')).Operators }))
const Definitions = lazy(async () => ({ default: (await import('./definitions.tsx')).Definitions }))
/** Loaded on demand, when the user opens a province. */
const Province = lazy(async () => ({ default: (await import('./province.tsx')).Province }))

interface Props {
  /** Totals of all years. */
  readonly places: readonly Place[]
  readonly operators: readonly Figure[]
  readonly years: readonly string[]
}

/** Handles Esc anywhere on the page, except inside a dialog, which handles it itself. */
const useEscape = (act: (() => void) | null) => {
  useEffect(() => {
    if (!act) return
    const listen = (event: KeyboardEvent) => {
      const inDialog = event.target instanceof Element && event.target.closest('dialog')
      if (event.key === 'Escape' && !inDialog) act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [act])
}

/** Keeps the selection in the URL, so that going back and sharing the link restore it. */
const useQueryParam = (name: 'province' | 'year') => {
  const [search, setSearch] = useSearchParams()
  const choose = (value: string | null) => {
    // the address can be newer than the last render; useSearch, which does the same, is in a file with the code of lists
    const now = new URLSearchParams(window.location.search)
    if (value) now.set(name, value)
    else now.delete(name)
    setSearch(now, { replace: true })
  }
  return [search.get(name), choose] as const
}

/**
 * Map, list and charts of the country. `active` is the province under the pointer or the keyboard focus, `selected` the
 * chosen one; map, list and table share both.
 */
export const National = ({ places, operators, years }: Props) => {
  const t = useLocalize()
  const [active, activate] = useState<ActiveProvince | null>(null)
  const [province, setSelected] = useQueryParam('province')
  const [requestedYear, setYear] = useQueryParam('year')
  const year = years.find((one) => one === requestedYear) ?? null
  const placesOfYear = useAnswer(portal.nationalMap, year ? { year } : {}, {
    enabled: year !== null,
    placeholderData: keepPreviousData,
  })
  const visiblePlaces = year ? (placesOfYear.data ?? places) : places
  const list = useMemo(() => rankPlaces(visiblePlaces), [visiblePlaces])
  const open = list.find(({ code }) => code === province)
  const selected = open?.code ?? null
  const clear = selected ? () => setSelected(null) : null
  // Esc closes the tip first, then the province
  const isTip = active?.tip && active.code !== selected
  useEscape(isTip ? () => activate(null) : clear)
  const select = (code: string) => setSelected(code === selected ? null : code)
  const shared = { list, active, selected, activate, select }
  return (
    <>
      <Years years={years} year={year} choose={setYear} />
      {placesOfYear.error && year ? <ErrorState error={placesOfYear.error} retry={placesOfYear.refetch} /> : null}
      <div className={layout.map} data-columns>
        <China {...shared} year={year} />
        <div className={layout.side}>
          <SelectedPlace list={list} selected={selected} year={year} clear={clear} />
          <Ranking {...shared} />
        </div>
      </div>
      <Suspense>{open ? <Province of={open} year={year} /> : null}</Suspense>
      <div className={layout.charts} data-columns>
        <Suspense fallback={<div />}>
          <Operators of={{ province: open, year }} all={operators} />
        </Suspense>
        <Suspense fallback={<div />}>
          <Definitions title={t(['指标说明', 'What the figures mean'])} />
        </Suspense>
      </div>
    </>
  )
}
