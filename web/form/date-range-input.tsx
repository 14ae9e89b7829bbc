import { useLocalize } from '#web/base/api/language.ts'
import { DateRangeField } from '#web/ui/date/date-range-field.tsx'
import { textOrNull } from './form-values.ts'
import { useDateWords } from './use-date-words.ts'

interface Props {
  readonly from: unknown
  readonly to: unknown
  readonly onChange: (from: string | null, to: string | null) => void
}

/** A range of days in a search form. */
export const DateRangeInput = ({ from, to, onChange }: Props) => {
  const t = useLocalize()
  const words = {
    ...useDateWords(),
    invalidOrder: t(['结束日期不能早于开始日期', 'The end is before the start']),
    from: t(['开始日期', 'From']),
    to: t(['结束日期', 'To']),
    between: t(['至', '–']),
  }
  return (
    <DateRangeField from={textOrNull(from)} to={textOrNull(to)} onChange={onChange} disabled={false} words={words} />
  )
}
