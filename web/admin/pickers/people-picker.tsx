import { useState } from 'react'
import { split } from '#contract/kit/field.ts'
import { MultipleComboBox } from '#web/ui/combo-box.tsx'
import { type PeopleProps, usePeople } from './person-picker.tsx'

/** Picks several of the people whom a call offers. */
export const PeoplePicker = <I,>(props: PeopleProps<I>) => {
  const { value, onChange } = props
  const { options, setText, look } = usePeople(props)
  // those who were chosen keep their names while others are searched
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const ids = split(value ? String(value) : '')
  const choose = (next: readonly string[]) => {
    setKnown(new Map([...known, ...options.map(({ id, label }) => [id, label] as const)]))
    onChange(next.length ? next.join(',') : null)
  }
  const labelOf = (id: string) => options.find((one) => one.id === id)?.label ?? known.get(id) ?? id
  return (
    <MultipleComboBox {...look} options={options} value={ids} search={setText} labelOf={labelOf} onChange={choose} />
  )
}
