import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import type { DateWords } from '#web/ui/date-words.ts'

/** The texts of a date field; a wrong value is explained by an example of a right one. */
export const useDateWords = (example = '2026-11-24'): DateWords => {
  const t = useLocalize()
  return {
    open: t(['选择日期', 'Choose date']),
    clear: t(['清除', 'Clear']),
    loading: t(words.loading),
    failed: t(words.offline),
    invalid: t([`请输入日期，例如 ${example}`, `Enter a date such as ${example}`]),
  }
}
