import { lazy, Suspense } from 'react'
import type { ComboBoxProps, MultipleComboBoxProps } from './combo-box-props.ts'
import { frameClass, inputClass, useFieldContext } from './input.tsx'

// the library behind it is loaded with the first form that needs it: a list without open dialogs does not
const LazyComboBox = lazy(async () => ({ default: (await import('./combo-box-field.tsx')).ComboBoxField }))
const LazyMultipleComboBox = lazy(async () => ({
  default: (await import('./combo-box-field.tsx')).MultipleComboBoxField,
}))

/** An empty field of the same size while the code is loading. */
const Loading = ({ placeholder }: { placeholder: string }) => {
  const { id } = useFieldContext()
  return (
    <span className={frameClass} data-off="">
      <input id={id} className={inputClass} disabled placeholder={placeholder} />
    </span>
  )
}

/** Chooses one of many options, found by typing a part of its label. */
export const ComboBox = (props: ComboBoxProps) => (
  <Suspense fallback={<Loading placeholder={props.placeholder} />}>
    <LazyComboBox {...props} />
  </Suspense>
)

/** Chooses several of many options; the chosen ones stand before the input. */
export const MultipleComboBox = (props: MultipleComboBoxProps) => (
  <Suspense fallback={<Loading placeholder={props.placeholder} />}>
    <LazyMultipleComboBox {...props} />
  </Suspense>
)
