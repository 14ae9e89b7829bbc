import { lockedAccount } from '#contract/system/locked-account.ts'
import { RecordList } from '../../crud/record-list.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'

const actions = () => ['unlock']
/** Rows get a column of actions only if the screen has some of its own. */
const noMore = () => null

/** What no login is accepted for at present, and how to unlock it. */
export const LockedAccounts = () => (
  <RecordList of={lockedAccount} source={usePageSource(lockedAccount)} rowActions={actions} rowMore={noMore} />
)
