import type { Text } from '#contract/kit/text.ts'
import { useDeclarantRoles } from '../api/declarant.ts'

/** What the page with the declarations of a user is called: an operator takes part in those of others. */
export const useApplicationsLabel = (): Text =>
  useDeclarantRoles().includes('operator') ? ['我参与的项目', 'My projects'] : ['我的申报', 'My declarations']
