/** The texts of a date field, in the language of the page. The calendar has its own: calendar-words.ts. */
export interface DateWords {
  /** Of the button that opens the calendar, and of the calendar. */
  readonly open: string
  readonly clear: string
  readonly loading: string
  /** The calendar could not be loaded. */
  readonly failed: string
  /** The form in which a value is typed, in an empty field. */
  readonly placeholder: string
  /** The value is no day, or no moment. */
  readonly invalid: string
}

export interface DateRangeWords extends DateWords {
  readonly invalidOrder: string
  readonly from: string
  readonly to: string
  /** Stands between the two inputs. */
  readonly between: string
}

export interface DateFieldProps {
  /** A day or a moment; also a text that is none, which stays to be corrected. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly disabled: boolean
  readonly words: DateWords
}
