import type { RecordMatch } from '#contract/desk/record-search.ts'
import { readLocal, writeLocal } from '#web/base/api/local.ts'
import { currentUser } from '#web/base/api/session.ts'

/** Something chosen in the command palette: a menu or an action by its key, or a record. */
export interface RecentChoice {
  readonly key: string
  readonly record?: RecordMatch | undefined
}

interface StoredChoices {
  readonly owner: string
  readonly choices: readonly RecentChoice[]
}

const item = 'recentChoices'
const maxChoices = 6

const currentOwner = () => {
  const user = currentUser()
  return user ? `${user.tenant_id}-${user.user_id}` : ''
}

/** The newest choices of this person in this browser, the last one first; a new session of somebody else has none. */
export const readRecentChoices = (): readonly RecentChoice[] => {
  const stored = readLocal<StoredChoices>(item)
  return stored?.owner === currentOwner() && Array.isArray(stored.choices) ? stored.choices : []
}

export const withChoice = (choices: readonly RecentChoice[], choice: RecentChoice): RecentChoice[] =>
  [choice, ...choices.filter(({ key }) => key !== choice.key)].slice(0, maxChoices)

export const addRecentChoice = (choice: RecentChoice): void =>
  writeLocal(item, { owner: currentOwner(), choices: withChoice(readRecentChoices(), choice) } satisfies StoredChoices)
