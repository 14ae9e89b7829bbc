import { useLayoutEffect, useState } from 'react'
import type { Field } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { type Option, useOptionLabel, useOptions } from '#web/base/api/options.ts'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { useFieldContext } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Control } from './control.ts'
import { useFormState } from './form-context.ts'
import { usePickerProps } from './picker-props.ts'

/** From this number of options on, a list can be searched. */
const searchableLength = 8

interface ChoiceListProps {
  readonly options: readonly Option[]
  /** '' if nothing is chosen. */
  readonly value: string
  readonly onValue: (value: string) => void
  readonly disabled: boolean
  readonly placeholder: string
}

/** Whether the list is searched; options that arrive while it has the focus do not replace it by the other kind. */
const useIsSearched = (isLong: boolean): boolean => {
  const { id } = useFieldContext()
  const [isSearched, setSearched] = useState(isLong)
  useLayoutEffect(() => {
    if (isSearched === isLong) return
    const update = () => {
      if (document.activeElement?.id !== id) setSearched(isLong)
    }
    update()
    document.addEventListener('focusout', update)
    return () => document.removeEventListener('focusout', update)
  }, [id, isSearched, isLong])
  return isSearched
}

/** Chooses one of these options; must be in a FormField. */
export const ChoiceList = ({ options, value, onValue, disabled, placeholder }: ChoiceListProps) => {
  const look = usePickerProps({ disabled })
  if (!useIsSearched(options.length >= searchableLength))
    return <Select value={value} onValue={onValue} disabled={disabled} placeholder={placeholder} options={options} />
  return (
    <ComboBox
      {...look}
      placeholder={placeholder}
      options={options.map((option) => ({ id: option.value, label: option.label }))}
      value={value || null}
      onChange={(key) => onValue(key ?? '')}
    />
  )
}

const toKey = (field: Field, value: string): unknown => {
  const numeric = field.kind === 'dict' || typeof field.choices?.[0]?.[0] === 'number'
  return value === '' ? null : numeric ? Number(value) : value
}

/** Chooses one of the options of a field. */
export const SelectControl: Control = ({ field, value, onChange, disabled, above }) => {
  const t = useLocalize()
  const { isOffered } = useFormState()
  const selectedValue = value === null || value === undefined ? '' : String(value)
  // the current value stays in the list even if it is no longer offered
  const available = useOptions(field, above)?.filter(
    (option) => option.value === selectedValue || (isOffered?.(field, option.value) ?? true),
  )
  const isMissing = selectedValue !== '' && !available?.some((option) => option.value === selectedValue)
  const selectedLabel = useOptionLabel(field, selectedValue, isMissing && available !== undefined)
  const empty = above === '' ? t(['请先选择上一级', 'Choose the level above first']) : t(['请选择', 'Please choose'])
  return (
    <ChoiceList
      value={selectedValue}
      onValue={(key) => onChange(toKey(field, key))}
      disabled={disabled}
      placeholder={available ? empty : t(words.loading)}
      options={[...(available ?? []), ...(isMissing ? [{ value: selectedValue, label: selectedLabel }] : [])]}
    />
  )
}
