import { type Field, type Fields, split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { parseColumns, usualColumn } from '#contract/system/scope-rule.ts'
import { scopeWords } from '#contract/system/scope-words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Loading } from '#web/base/page/page.tsx'
import type { Control } from '#web/form/control.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { FormOptions } from '../../dialog/form-options.ts'
import { columnsFor, resourceOf, resources, visibleIn } from './resources.ts'

/** Loaded with the first form. */
const Checks = lazyComponent(async () => (await import('./checkbox-list.tsx')).Checks, Loading)
/** Loaded with the first custom scope. */
const ConditionList: Control = lazyComponent(async () => (await import('./condition-list.tsx')).ConditionList, Loading)

const custom = 5
const typeOf = ({ scopeType }: FormValues) => Number(scopeType)

/** Columns about people, compared with the current user: in a custom scope all must match, in other scopes any. */
const Columns: Control = ({ field, value, onChange, disabled }) => {
  const t = useLocalize()
  return (
    <Checks
      label={t(field.label)}
      choices={field.choices ?? []}
      selected={parseColumns(value as string | null)}
      disabled={disabled}
      change={(selected) => onChange(selected.length ? selected.join(',') : null)}
    />
  )
}

const every = '*'
const all: Text = ['全部字段', 'All columns']

/** Visible columns; with none but the first checked, all of them, including columns added later. */
const Visible: Control = ({ field, value, onChange, disabled }) => {
  const t = useLocalize()
  const selected = value ? split(String(value)) : [every]
  const change = (next: readonly string[]) => {
    const isAll = next.includes(every) && !selected.includes(every)
    const some = next.filter((one) => one !== every)
    onChange(isAll || some.length === 0 ? every : some.join(','))
  }
  const choices = [[every, all] as const, ...(field.choices ?? [])]
  return <Checks choices={choices} selected={selected} disabled={disabled} change={change} label={t(field.label)} />
}

const { scopeType, scopeColumn, scopeValue, scopeField, resourceCode } = dataScope.fields

/** The fields depend on the resource and on the rule. */
const fieldsFor = (fields: Fields, values: FormValues): Fields => {
  const entity = resourceOf(values.resourceCode)
  const type = typeOf(values)
  const comparableColumns = entity ? columnsFor(entity, type) : []
  const shaped: Readonly<Record<string, Field>> = {
    resourceCode: { ...resourceCode, kind: 'choice', choices: resources },
    scopeColumn: { ...scopeColumn, choices: comparableColumns, when: { scopeType: entity ? [2, 3, 4, custom] : [] } },
    scopeValue: {
      ...scopeValue,
      label: ['附加条件', 'Conditions'],
      when: { scopeType: entity ? [custom] : [] },
      of: String(values.resourceCode ?? ''),
    },
    scopeField: { ...scopeField, choices: entity ? visibleIn(entity) : [] },
  }
  return { ...fields, ...shaped }
}

const typeWords = (type: number): Text | undefined => scopeType.choices.find(([value]) => value === type)?.[1]

/** Whether a name is empty or generated: the name of the rows, then the rule in brackets. */
const isGeneratedName = (name: unknown) => !name || /\[[^\][]*\]$/.test(String(name))

/** The rule sets its usual column and, unless the user typed another, the name. */
const deriveChangesFor =
  (menuName: string | null): FormOptions['deriveChanges'] =>
  (values, changedField) => {
    const type = typeOf(values)
    const entity = resourceOf(values.resourceCode)
    if (changedField !== 'scopeType' && changedField !== 'resourceCode') return {}
    const rule = typeWords(type)
    const base = menuName ?? entity?.label[0]
    return {
      scopeColumn: entity && type > 1 && type < custom ? usualColumn(entity, type) : null,
      ...(changedField === 'resourceCode' ? { scopeValue: null, scopeField: every } : {}),
      ...(rule && base && isGeneratedName(values.scopeName) ? { scopeName: `${base}[${rule[0]}]` } : {}),
    }
  }

const summarize = (values: FormValues): Text | null => {
  const entity = resourceOf(values.resourceCode)
  const type = typeOf(values)
  if (!entity || !typeWords(type)) return null
  const [column, value] = [String(values.scopeColumn ?? ''), String(values.scopeValue ?? '')]
  const isOpen = type === custom && parseColumns(column).length === 0 && value === ''
  if (isOpen) return ['请选择比较字段，或添加条件。', 'Choose a column to compare, or add a condition.']
  return fill(['可见数据：{0}', 'Visible rows: {0}'], scopeWords(entity, { type, column, value }))
}

/** The form of a data scope, for the screen of this menu or of all menus. */
export const dataScopeForm = (menuName: string | null): FormOptions => ({
  controls: { scopeColumn: Columns, scopeValue: ConditionList, scopeField: Visible },
  fields: fieldsFor,
  deriveChanges: deriveChangesFor(menuName),
  summary: summarize,
})
