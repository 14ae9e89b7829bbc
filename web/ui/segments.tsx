import { useId } from 'react'
import css from './segments.module.css'

interface Props<V extends string> {
  readonly legend: string
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly value: V
  readonly onValue: (value: V) => void
}

/** One of a few options, all in sight in one line. */
export const Segments = <V extends string>({ legend, options, value, onValue }: Props<V>) => {
  const name = useId()
  return (
    <fieldset className={css.segments}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} data-choice>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onValue(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
