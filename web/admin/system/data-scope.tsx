import type { RowOf } from '#contract/kit/entity.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { scopeWords } from '#contract/system/scope-words.ts'
import { useLocalize } from '#web/base/language.ts'
import { SingleLine } from '../table/cells.tsx'
import type { Column } from '../table/table-columns.tsx'
import { dataScopeForm } from './scopes/data-scope-form.tsx'
import { resourceOf } from './scopes/resources.ts'
import type { ScopeKind } from './scopes/scope-kind.ts'
import { ScopeScreen } from './scopes/scope-screen.tsx'

type Scope = RowOf<typeof dataScope>

/** Description of a scope's rule; an entity that no longer exists appears by its code. */
const Rule = ({ of: { resourceCode, scopeType, scopeColumn, scopeValue } }: { of: Scope }) => {
  const t = useLocalize()
  const entity = resourceOf(resourceCode)
  const rule = { type: Number(scopeType), column: scopeColumn ?? '', value: scopeValue ?? '' }
  return <SingleLine words={entity ? t(scopeWords(entity, rule)) : (resourceCode ?? '')} />
}

const rule: Column<typeof dataScope> = {
  name: 'rule',
  label: ['可见数据', 'Visible rows'],
  cell: (row) => <Rule of={row} />,
}

const kind: ScopeKind = {
  of: dataScope,
  counts: dataScope.calls.menuCounts,
  form: dataScopeForm,
  fields: ['resourceCode', 'scopeType', 'scopeName', 'scopeColumn', 'scopeValue', 'scopeField', 'remark'],
  columns: ['scopeName', 'resourceCode', 'scopeType', rule as Column, 'remark'],
  startOf: (code) => (resourceOf(code) ? { resourceCode: code } : {}),
}

/** Which rows of an entity a role may see, set at the menu that displays them. */
export const DataScopes = () => <ScopeScreen kind={kind} />
