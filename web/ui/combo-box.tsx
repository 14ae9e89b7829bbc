import type { ComboBoxProps, MultipleComboBoxProps } from './combo-box-props.ts'
import { frameClass, inputClass, useFieldContext } from './input.tsx'
import { lazyComponent } from './lazy-component.tsx'

/** An empty field of the same size while the code is loading. */
const Loading = ({ placeholder }: { placeholder: string }) => {
  const { id } = useFieldContext()
  return (
    <span className={frameClass} data-off="">
      <input id={id} className={inputClass} disabled placeholder={placeholder} />
    </span>
  )
}

// the library behind it is loaded with the first form that needs it: a list without open dialogs does not
const loadFields = () => import('./combo-box-field.tsx')

/** Chooses one of many options, found by typing a part of its label. */
export const ComboBox = lazyComponent<ComboBoxProps>(async () => (await loadFields()).ComboBoxField, Loading)

/** Chooses several of many options; the chosen ones stand before the input. */
export const MultipleComboBox = lazyComponent<MultipleComboBoxProps>(
  async () => (await loadFields()).MultipleComboBoxField,
  Loading,
)
