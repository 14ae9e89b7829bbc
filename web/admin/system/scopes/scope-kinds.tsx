import type { RowOf } from '#contract/kit/entity.ts'
import type { dataScope } from '#contract/system/data-scope.ts'
import { scopeWords } from '#contract/system/scope-words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import type { FormOptions } from '../../dialog/form-options.ts'
import { SingleLine } from '../../table/cells.tsx'
import type { Column, Columns } from '../../table/table-columns.tsx'
import { apiScopeForm } from './api-scope-form.tsx'
import { dataScopeForm } from './data-scope-form.tsx'
import { resourceOf } from './resources.ts'

/** The differences between data scopes and API scopes; both belong to menus and are edited there. */
export interface ScopeKind {
  /** The form for the menu of this name, or for all menus if null. */
  readonly form: (menuName: string | null) => FormOptions
  /** Fields of the form, in addition to the menu. */
  readonly fields: readonly string[]
  readonly columns: Columns
  /** Initial values of a new scope of a menu. */
  readonly startOf: (menuCode: string) => FormValues
}

/** Description of a scope's rule; an entity that no longer exists appears by its code. */
const Rule = ({ of }: { of: RowOf<typeof dataScope> }) => {
  const { resourceCode, scopeType, scopeColumn, scopeValue } = of
  const t = useLocalize()
  const entity = resourceOf(resourceCode)
  const rule = { type: Number(scopeType), column: scopeColumn ?? '', value: scopeValue ?? '' }
  return <SingleLine words={entity ? t(scopeWords(entity, rule)) : (resourceCode ?? '')} />
}

const rule: Column<typeof dataScope> = {
  name: 'rule',
  label: ['可见数据', 'Visible rows'],
  after: 'scopeType',
  cell: (row) => <Rule of={row} />,
}

const dataScopes: ScopeKind = {
  form: dataScopeForm,
  fields: ['resourceCode', 'scopeType', 'scopeName', 'scopeColumn', 'scopeValue', 'scopeField', 'remark'],
  columns: [rule as Column],
  startOf: (code) => (resourceOf(code) ? { resourceCode: code } : {}),
}

const apiScopes: ScopeKind = {
  form: apiScopeForm,
  fields: ['scopeName', 'resourceCode', 'scopePath', 'scopeType', 'remark'],
  columns: [],
  startOf: (resourceCode) => ({ resourceCode }),
}

/** The kind of an entity of scopes. */
export const scopeKindOf = ({ name }: { readonly name: string }): ScopeKind =>
  name === 'dataScope' ? dataScopes : apiScopes
