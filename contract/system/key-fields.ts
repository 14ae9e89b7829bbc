import { choice, date, longText, text } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { keyLevels, keyScopes } from './key-scopes.ts'

/** How many keys of an account may be in use, and for how many days each at most. */
export const keyLimits = { perAccount: 20, days: 365, requestsPerMinute: 60 } as const

const levelOf = ({ label }: { readonly label: Text }, initial: number) =>
  choice(...label, {
    required: true,
    initial,
    choices: [
      [keyLevels.none, ['不授权', 'No access']],
      [keyLevels.read, ['只读', 'Read-only']],
      [keyLevels.write, ['读写', 'Read and write']],
    ],
  })

/** What its owner chooses. */
export const keyFields = {
  name: text('用途', 'Purpose', { required: true, max: 50 }),
  declarations: levelOf(keyScopes.declarations, keyLevels.read),
  library: levelOf(keyScopes.library, keyLevels.read),
  news: levelOf(keyScopes.news, keyLevels.none),
  reports: levelOf(keyScopes.reports, keyLevels.none),
  work: levelOf(keyScopes.work, keyLevels.none),
  /** It works until the end of this day. */
  lastDay: date('到期日期', 'Last day', { required: true }),
  /** Addresses or networks such as `203.0.113.0/24`, one a line; none if it may be used from everywhere. */
  networks: longText('允许的网络地址（每行一个）', 'Allowed networks (one a line)', { max: 1000 }),
} as const
