import { Cases } from './cases.tsx'
import { Downloads } from './downloads.tsx'
import { Policy } from './policy/policy.tsx'

/** What lies below the map: its words come with the page, its script after the first view. */
export const Below = () => (
  <>
    <Policy />
    <Downloads />
    <Cases />
  </>
)
