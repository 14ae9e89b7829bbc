import { useLocalize } from '#web/base/language.ts'
import { DateRangeField } from '#web/ui/date-range-field.tsx'
import { useDateWords } from './use-date-words.ts'

interface Props {
  readonly from: unknown
  readonly to: unknown
  readonly onChange: (from: string | null, to: string | null) => void
}

const textOf = (value: unknown): string | null => (value ? String(value) : null)

/** A range of days in a search form. */
export const DateRangeInput = ({ from, to, onChange }: Props) => {
  const t = useLocalize()
  const words = {
    ...useDateWords(),
    invalidOrder: t(['结束日期不能早于开始日期', 'The end is before the start']),
    from: t(['开始日期', 'Start']),
    to: t(['结束日期', 'End']),
    between: t(['至', '–']),
  }
  return <DateRangeField from={textOf(from)} to={textOf(to)} onChange={onChange} disabled={false} words={words} />
}
