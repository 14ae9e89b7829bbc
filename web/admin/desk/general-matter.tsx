import { generalMatter } from '#contract/desk/general-matter.ts'
import { OwnRequests } from '../work/own-requests.tsx'

/** The user's own general matters. */
export const GeneralMatters = () => (
  <OwnRequests of={generalMatter} route="general" start={['发起事项', 'Start a matter']} />
)
