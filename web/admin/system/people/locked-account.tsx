import { lockedAccount } from '#contract/system/locked-account.ts'
import { RecordList } from '../../crud/record-list.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'

const actions = () => ['unlock']
/** Rows get a column of actions only if the screen has some of its own. */
const noMore = () => null

/** What no login is accepted for at present, and how to unlock it. */
export const LockedAccounts = () => (
  <RecordList
    of={lockedAccount}
    source={usePageSource(lockedAccount)}
    rowActions={actions}
    rowMore={noMore}
    emptyNote={[
      '目前没有被锁定的账号或地址。连续登录失败达到规定次数后自动锁定，15分钟后自动解除。',
      'Nothing is locked. Too many failed logins lock an account or an address for 15 minutes.',
    ]}
  />
)
