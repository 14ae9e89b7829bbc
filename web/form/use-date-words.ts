import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { DateWords } from '#web/ui/date/date-words.ts'

/** The texts of the field of a day or a moment; a wrong value is explained by an example of a right one. */
export const useDateWords = (kind: 'day' | 'moment' = 'day'): DateWords => {
  const t = useLocalize()
  const example = kind === 'day' ? '2026-11-24' : '2026-11-24 09:30'
  return {
    open: t(['选择日期', 'Choose date']),
    clear: t(['清除', 'Clear']),
    loading: t(words.loading),
    failed: t(words.offline),
    placeholder: t(kind === 'day' ? ['年-月-日', 'YYYY-MM-DD'] : ['年-月-日 时:分', 'YYYY-MM-DD HH:mm']),
    invalid: t([`请输入日期，例如 ${example}`, `Enter a date such as ${example}`]),
  }
}
