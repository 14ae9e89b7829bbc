import { dataScope } from '#contract/system/data-scope.ts'
import { ScopeScreen } from './scope-screen.tsx'

/** Which rows of an entity a role may see, set at the menu that displays them. */
export const DataScopes = () => <ScopeScreen of={dataScope} counts={dataScope.calls.menuCounts} />
