import { useId, useState } from 'react'
import { searchFieldOf } from '#contract/filter-chips.ts'
import type { Field } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { Control } from '#web/form/control.ts'
import { useControls } from '#web/form/control-table.ts'
import { ChoiceList } from '#web/form/select-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons.ts'
import { FormField } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { FieldFrame } from '../access/field-frame.tsx'
import css from './condition-list.module.css'
import { type Condition, readConditions, writeConditions } from './conditions.ts'
import { comparisonsFor, conditionsOn, resourceOf } from './resources.ts'
import type { ScopedEntity } from './scoped-entities.data.ts'

interface ValueProps {
  readonly field: Field
  /** Name of the column. */
  readonly name: string
  readonly value: string
  readonly disabled: boolean
  readonly change: (value: string) => void
}

/** The value of a condition, with the same control as in the column's search. */
const ValueField = ({ field, name, value, disabled, change }: ValueProps) => {
  const t = useLocalize()
  const controls = useControls()
  const id = useId()
  const searchField = searchFieldOf(field)
  const ValueControl = controls[searchField.kind]
  if (!ValueControl) return null
  return (
    <FormField id={id} label={<span className="hidden-words">{t([`${name}的值`, `Value of ${name}`])}</span>}>
      <ValueControl
        field={searchField}
        value={value}
        onChange={(next) => change(next === null || next === undefined ? '' : String(next))}
        disabled={disabled}
        above={null}
      />
    </FormField>
  )
}

interface RowProps {
  readonly entity: ScopedEntity
  readonly condition: Condition
  readonly disabled: boolean
  readonly change: (condition: Condition) => void
  readonly remove: () => void
}

/** One condition: column, comparison and value. */
const Row = ({ entity, condition, disabled, change, remove }: RowProps) => {
  const t = useLocalize()
  const { column, suffix, value } = condition
  const columns = conditionsOn(entity)
  const fieldOf = (name: string) => columns.find(([one]) => one === name)?.[1]
  const field = fieldOf(column)
  const name = field ? t(field.label) : ''
  const chooseColumn = (next: string) => {
    const selectedField = fieldOf(next)
    const [first] = selectedField ? comparisonsFor(selectedField) : []
    change({ column: next, suffix: first?.[0] ?? 'equal', value: '' })
  }
  return (
    <li className={css.row}>
      <FormField label={<span className="hidden-words">{t(['条件字段', 'Column'])}</span>}>
        <ChoiceList
          value={column}
          disabled={disabled}
          onValue={chooseColumn}
          placeholder={t(['请选择字段', 'Choose a column'])}
          options={columns.map(([one, { label }]) => ({ value: one, label: t(label) }))}
        />
      </FormField>
      <Select
        label={t([`${name}比较方式`, `Comparison for ${name}`])}
        value={suffix}
        disabled={disabled || !field}
        onValue={(next) => change({ ...condition, suffix: next })}
        options={(field ? comparisonsFor(field) : []).map(([one, comparison]) => ({
          value: one,
          label: t(comparison),
        }))}
      />
      <div className={css.value}>
        {field ? (
          <ValueField
            field={field}
            name={name}
            value={value}
            disabled={disabled}
            change={(next) => change({ ...condition, value: next })}
          />
        ) : null}
      </div>
      <Button kind="link" disabled={disabled} onClick={remove}>
        {t(words.remove)}
        <span className="hidden-words"> {name}</span>
      </Button>
    </li>
  )
}

/** The conditions of a custom scope: declared columns only, never SQL (contract/system/data-scope.ts). */
export const ConditionList: Control = ({ field, value, onChange, disabled }) => {
  const t = useLocalize()
  const [conditions, setConditions] = useState(() => readConditions(value as string | null))
  const entity = resourceOf(field.of)
  const set = (next: readonly Condition[]) => {
    setConditions([...next])
    onChange(writeConditions(next))
  }
  if (!entity) return null
  return (
    <FieldFrame field={field} className={css.list}>
      <ul>
        {conditions.map((condition, i) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id but their position
            key={i}
            entity={entity}
            condition={condition}
            disabled={disabled}
            change={(next) => set(conditions.with(i, next))}
            remove={() => set(conditions.toSpliced(i, 1))}
          />
        ))}
      </ul>
      <Button
        disabled={disabled}
        onClick={() => setConditions([...conditions, { column: '', suffix: 'equal', value: '' }])}
      >
        <PlusIcon aria-hidden="true" />
        {t(['添加条件', 'Add a condition'])}
      </Button>
    </FieldFrame>
  )
}
