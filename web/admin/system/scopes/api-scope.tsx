import { apiScope } from '#contract/system/api-scope.ts'
import { ScopeScreen } from './scope-screen.tsx'

/** Addresses that require an additional permission, set at the menu whose page calls them. */
export const ApiScopes = () => <ScopeScreen of={apiScope} counts={apiScope.calls.menuCounts} />
