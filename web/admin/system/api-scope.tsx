import { apiScope } from '#contract/system/api-scope.ts'
import { apiScopeForm } from './scopes/api-scope-form.tsx'
import type { ScopeKind } from './scopes/scope-kind.ts'
import { ScopeScreen } from './scopes/scope-screen.tsx'

const kind: ScopeKind = {
  of: apiScope,
  counts: apiScope.calls.menuCounts,
  form: apiScopeForm,
  fields: ['scopeName', 'resourceCode', 'scopePath', 'scopeType', 'remark'],
  columns: ['scopeName', 'resourceCode', 'scopePath', 'scopeType', 'remark'],
  startOf: (resourceCode) => ({ resourceCode }),
}

/** Addresses that require an additional permission, set at the menu whose page calls them. */
export const ApiScopes = () => <ScopeScreen kind={kind} />
