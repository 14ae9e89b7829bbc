import type { Statistics } from '#contract/portal/portal.ts'
import type { QueryState } from '#web/base/page/page.tsx'
import { Downloads } from './downloads.tsx'
import { Figures } from './figures.tsx'
import { HomeCases } from './home-cases.tsx'
import { Policy } from './policy/policy.tsx'

/** The sections below the map: server-rendered with the page, while their script loads after the first view. */
export const LowerSections = ({ statistics }: { statistics: QueryState<Statistics> }) => (
  <>
    <Figures from={statistics} />
    <Policy />
    <Downloads />
    <HomeCases />
  </>
)
