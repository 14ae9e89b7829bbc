import { useId } from 'react'
import { useSay } from '#web/base/say.ts'
import css from './years.module.css'

interface Props {
  /** The first one first. */
  readonly years: readonly string[]
  /** Null for all of them. */
  readonly year: string | null
  readonly choose: (year: string | null) => void
}

/** Goes through the years: at the left end all of them, then one after the other. */
export const Years = ({ years, year, choose }: Props) => {
  const t = useSay()
  const id = useId()
  const all = t(['全部年份', 'All years'])
  const at = year ? years.indexOf(year) + 1 : 0
  if (years.length < 2) return null
  return (
    <div className={css.years}>
      <label htmlFor={id}>{t(['入库年份', 'Year of listing'])}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={years.length}
        step={1}
        value={at}
        aria-valuetext={year ?? all}
        onChange={({ target }) => choose(years[Number(target.value) - 1] ?? null)}
      />
      <output htmlFor={id}>{year ?? all}</output>
    </div>
  )
}
