import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import type { DateWords } from '#web/ui/date-words.ts'

export const invalidDay: Text = ['请输入正确的日期，例如 2026-11-24', 'Please enter a date such as 2026-11-24']

/** The texts of a date field; `invalid` says what is expected. */
export const useDateWords = (invalid: Text): DateWords => {
  const t = useLocalize()
  return {
    open: t(['选择日期', 'Choose a date']),
    clear: t(['清除', 'Clear']),
    loading: t(words.loading),
    failed: t(words.offline),
    invalid: t(invalid),
  }
}
