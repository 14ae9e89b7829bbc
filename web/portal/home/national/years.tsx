import { useId } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import css from './years.module.css'

interface Props {
  /** In ascending order. */
  readonly years: readonly string[]
  /** Null means all years. */
  readonly year: string | null
  readonly choose: (year: string | null) => void
}

/** One button for all years, then one for each year of listing. */
export const Years = ({ years, year, choose }: Props) => {
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
