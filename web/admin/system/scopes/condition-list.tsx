import { PlusOutlined } from '@ant-design/icons'
import { useId, useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import type { Control } from '#web/form/control.ts'
import { useControls } from '#web/form/control-table.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField, frameClass, inputClass } from '#web/ui/input.tsx'
import { searchFieldOf } from '../../crud/filter-fields.ts'
import { FieldFrame } from '../field-frame.tsx'
import css from './condition-list.module.css'
import { type Condition, readConditions, writeConditions } from './conditions.ts'
import { comparisonsFor, conditionsOn, resourceOf } from './resources.ts'

interface RowProps {
  readonly entity: AnyEntity
  readonly condition: Condition
  readonly disabled: boolean
  readonly change: (condition: Condition) => void
  readonly remove: () => void
}

/** Column, comparison and value; the value uses the same control as the column's search. */
const Row = ({ entity, condition: { column, suffix, value }, disabled, change, remove }: RowProps) => {
  const t = useLocalize()
  const controls = useControls()
  const id = useId()
  const columns = conditionsOn(entity)
  const field = columns.find(([name]) => name === column)?.[1]
  const searchField = field && searchFieldOf(field)
  const Value = searchField && controls[searchField.kind]
  const name = field ? t(field.label) : ''
  const choose = (next: string) => {
    const selectedField = columns.find(([one]) => one === next)?.[1]
    const [first] = selectedField ? comparisonsFor(selectedField) : []
    change({ column: next, suffix: first?.[0] ?? 'equal', value: '' })
  }
  return (
    <li className={css.row}>
      <span className={frameClass}>
        <select
          className={inputClass}
          aria-label={t(['条件字段', 'Column'])}
          value={column}
          disabled={disabled}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{t(['请选择字段', 'Choose a column'])}</option>
          {columns.map(([one, { label }]) => (
            <option key={one} value={one}>
              {t(label)}
            </option>
          ))}
        </select>
      </span>
      <span className={frameClass}>
        <select
          className={inputClass}
          aria-label={t([`${name}比较方式`, `How ${name} is compared`])}
          value={suffix}
          disabled={disabled || !field}
          onChange={({ target }) => change({ column, value, suffix: target.value })}
        >
          {(field ? comparisonsFor(field) : []).map(([one, said]) => (
            <option key={one} value={one}>
              {t(said)}
            </option>
          ))}
        </select>
      </span>
      <div className={css.value}>
        {searchField && Value ? (
          <FormField id={id} label={<span className="hidden-words">{t([`${name}的值`, `Value of ${name}`])}</span>}>
            <Value
              field={searchField}
              value={value}
              onChange={(next) =>
                change({ column, suffix, value: next === null || next === undefined ? '' : String(next) })
              }
              disabled={disabled}
              above={null}
            />
          </FormField>
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
        <PlusOutlined aria-hidden="true" />
        {t(['添加条件', 'Add a condition'])}
      </Button>
    </FieldFrame>
  )
}
