import css from './date-field.module.css'
import type { DateFieldProps } from './date-words.ts'
import { readMoment, showMoment } from './day.ts'
import { SingleDateField } from './single-date-field.tsx'

/** A moment, typed or chosen from a calendar and two lists of hours and minutes. */
export const DateTimeField = (props: DateFieldProps) => (
  <SingleDateField {...props} read={readMoment} show={showMoment} className={css.input}>
    {({ MomentCalendar }, panel) => (
      <MomentCalendar moment={props.value} name={props.words.open} onMoment={props.onChange} onDone={panel.finish} />
    )}
  </SingleDateField>
)
