import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FormField, Input } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { Modeler, Shape } from './editor-parts.ts'
import { kindOf } from './element-words.ts'
import css from './modeler.module.css'
import { isDefaultFlow, type Property, propertiesOf, setDefaultFlow, wrongId } from './properties.ts'

interface FieldProps {
  readonly modeler: Modeler
  readonly shape: Shape
  readonly property: Property
}

/** One property; written when the field is left, so that a whole entry is one step to undo. */
const PropertyField = ({ modeler, shape, property }: FieldProps) => {
  const t = useLocalize()
  const stored = property.read(shape)
  const [draft, setDraft] = useState<string | null>(null)
  const [fault, setFault] = useState<Text | null>(null)
  const settle = () => {
    if (draft === null) return
    const text = draft.trim()
    const wrong = property.name === 'id' ? wrongId(modeler, shape, text) : null
    setFault(wrong)
    // a wrong key stays as typed, to be corrected
    if (wrong) return
    setDraft(null)
    if (text !== stored) property.write(modeler, shape, text)
  }
  const look = { value: draft ?? stored, onValue: setDraft }
  return (
    <FormField
      label={t(property.label)}
      hint={property.hint ? t(property.hint) : undefined}
      fault={fault ? t(fault) : undefined}
    >
      {property.isLong ? (
        <TextArea {...look} rows={3} onBlur={settle} />
      ) : (
        <Input
          {...look}
          autoComplete="off"
          onBlur={settle}
          onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && settle()}
        />
      )}
    </FormField>
  )
}

const DefaultFlow = ({ modeler, shape }: { modeler: Modeler; shape: Shape }) => {
  const t = useLocalize()
  const isDefault = isDefaultFlow(shape)
  if (isDefault === null) return null
  const label = t(['默认连线', 'Default flow'])
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
    <label className="row gap-8 middle">
      <Switch name={label} checked={isDefault} onChange={(next) => setDefaultFlow(modeler, shape, next)} />
      {label}
    </label>
  )
}

/** The properties of the selected element, or of the process. */
export const PropertyPanel = ({ modeler, shape }: { modeler: Modeler; shape: Shape }) => {
  const t = useLocalize()
  const { $type } = shape.businessObject
  return (
    <section className={css.panel} aria-label={t(['属性', 'Properties'])}>
      <h3>{t(kindOf($type))}</h3>
      {propertiesOf(shape).map((property) => (
        <PropertyField key={`${shape.id} ${property.name}`} modeler={modeler} shape={shape} property={property} />
      ))}
      <DefaultFlow modeler={modeler} shape={shape} />
    </section>
  )
}
