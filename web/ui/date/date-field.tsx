import css from './date-field.module.css'
import type { DateFieldProps } from './date-words.ts'
import { readDay } from './day.ts'
import { SingleDateField } from './single-date-field.tsx'

/** A day, typed or chosen from a calendar. */
export const DateField = (props: DateFieldProps) => (
  <SingleDateField {...props} read={readDay} className={css.input}>
    {({ DayCalendar }, panel) => (
      <DayCalendar
        day={props.value}
        name={props.words.open}
        onDay={(day) => {
          props.onChange(day)
          panel.finish()
        }}
      />
    )}
  </SingleDateField>
)
