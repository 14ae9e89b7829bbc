import { useState } from 'react'
import type { Filter } from '#contract/filter-chips.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { reportSource } from '#contract/report/report-sources.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { ControlProps } from '#web/form/control.ts'
import { useControls } from '#web/form/control-table.ts'
import { isGroup } from '#web/form/controls.tsx'
import { DateRangeInput } from '#web/form/date-range-input.tsx'
import { FormField, useFieldContext } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { withFilters } from '../entity/with-filters.ts'
import { Chips } from '../search/chips.tsx'
import { searchFilters } from '../search/filter-fields.ts'

type Filters = Readonly<Record<string, string>>

const read = (value: unknown): Filters => Object.fromEntries(new URLSearchParams(String(value ?? '')))

const write = (filters: Readonly<Record<string, unknown>>): string | null => {
  const entries = Object.entries(filters).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return entries.length ? String(new URLSearchParams(entries)) : null
}

interface ValueProps {
  readonly filter: Filter
  readonly filters: Filters
  readonly change: (filters: Readonly<Record<string, unknown>>) => void
  readonly disabled: boolean
}

/** The value of the condition that is being added or changed. */
const ValueInput = ({ filter: { field, keys }, filters, change, disabled }: ValueProps) => {
  const t = useLocalize()
  const { id } = useFieldContext()
  const FieldControl = useControls()[field.kind]
  const [key, to] = keys
  if (!FieldControl) return null
  return (
    <FormField id={`${id}-value`} label={<span className="muted">{t(field.label)}</span>} group={isGroup(field)}>
      {to === undefined ? (
        <FieldControl
          field={field}
          value={filters[key]}
          onChange={(value) => change({ ...filters, [key]: value })}
          disabled={disabled}
          above={null}
        />
      ) : (
        <DateRangeInput
          from={filters[key]}
          to={filters[to]}
          onChange={(first, last) => change({ ...filters, [key]: first, [to]: last })}
        />
      )}
    </FormField>
  )
}

interface ConditionsProps extends ControlProps {
  readonly entity: AnyEntity
  readonly names: readonly string[]
}

const Conditions = ({ entity, names, value, onChange, disabled }: ConditionsProps) => {
  const t = useLocalize()
  const { id } = useFieldContext()
  const [chosenKey, choose] = useState('')
  const filters = read(value)
  const all = searchFilters(entity, names, true)
  const chosen = all.find(({ keys }) => keys[0] === chosenKey)
  const change = (next: Readonly<Record<string, unknown>>) => onChange(write(next))
  return (
    <div className="stack gap-8">
      {Object.keys(filters).length ? <Chips entity={entity} filters={filters} filter={change} /> : null}
      <FormField id={`${id}-field`} label={<span className="muted">{t(['添加条件', 'Add a condition'])}</span>}>
        <Select
          value={chosenKey}
          onValue={choose}
          disabled={disabled}
          placeholder={t(['不限', 'No limit'])}
          options={all.map(({ field, keys }) => ({ value: keys[0], label: t(field.label) }))}
        />
      </FormField>
      {chosen ? <ValueInput filter={chosen} filters={filters} change={change} disabled={disabled} /> : null}
    </div>
  )
}

const Filtering = (props: ControlProps) => {
  const t = useLocalize()
  const source = reportSource(props.values?.source)
  if (!source) return <p className="muted">{t(['请先选择统计对象', 'Choose what is counted first'])}</p>
  const { entity, reading } = source
  const names = [...(entity.search ?? []), ...Object.keys(reading?.fields ?? {})]
  return <Conditions {...props} entity={withFilters(entity)} names={names} />
}

/** The conditions of a report: chosen from those of the source's list, and shown as there. */
export const FiltersControl = Object.assign(Filtering, { isGroup: true as const })
