import type { Field } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'

/** Texts and state of a list to choose from, by what is known of its options. */
export const usePickerProps = (
  { disabled, field }: { readonly disabled: boolean; readonly field?: Field },
  isLoading = false,
  error?: string,
) => {
  const t = useLocalize()
  return {
    disabled,
    placeholder: t(field?.emptyMeans ?? ['请选择', 'Please choose']),
    emptyWords: error ?? t(isLoading ? words.loading : ['没有可选项', 'No options']),
    failureWords: t(words.offline),
    clearWords: t(['清除', 'Clear']),
    removeWords: t(words.remove),
  }
}
