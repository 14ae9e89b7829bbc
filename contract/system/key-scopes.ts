import type { Text } from '../kit/text.ts'

/** What a key may do in one scope. */
export const keyLevels = { none: 0, read: 1, write: 2 } as const
export type KeyLevel = (typeof keyLevels)[keyof typeof keyLevels]

interface KeyScope {
  readonly label: Text
  /** Names of entities, and of groups of calls that belong to none, whose calls it opens. */
  readonly groups: readonly string[]
}

/** The scopes of API keys. What no scope names is closed to keys, whatever its owner may do (docs/decisions/0144). */
export const keyScopes = {
  declarations: {
    label: ['项目申报', 'Declarations'],
    groups: [
      ...[
        'declaration',
        'template',
        'upload',
        'myMatters',
        'matters',
        'contact',
        'contactAgain',
        'factory',
        'facilities',
      ],
      ...['innovation', 'protection', 'implementation', 'material', 'ownCompany'],
    ],
  },
  library: {
    label: ['项目库与企业', 'Library and companies'],
    groups: ['library', 'company', 'privateNetwork', 'recommend'],
  },
  news: {
    label: ['新闻与公告', 'News and notices'],
    groups: ['column', 'fileRelease', 'pressRelease', 'notice'],
  },
  reports: { label: ['报表与统计', 'Reports and figures'], groups: ['report', 'dashboard', 'figureParts'] },
  work: {
    label: ['我的事务', 'My work'],
    groups: [
      ...['workStart', 'workWaiting', 'workClaim', 'workTodo', 'workSend', 'workDone', 'flowProcess'],
      ...['leave', 'generalMatter', 'matterLedger'],
    ],
  },
} as const satisfies Readonly<Record<string, KeyScope>>

export type KeyScopeName = keyof typeof keyScopes
export const keyScopeNames = Object.keys(keyScopes) as KeyScopeName[]

export type KeyLevels = Readonly<Record<KeyScopeName, KeyLevel>>

/** What every key may read: who its owner is, and the words that rows are written with. */
const common: readonly string[] = [
  ...['auth.userInfo', 'dict.dictionary', 'dict.dictionaryList', 'dictBiz.dictionary', 'dictBiz.dictionaryList'],
  ...['region.select', 'region.lazyTree', 'region.lazyTreeCity', 'industry.list', 'workCalendar.years'],
]

/** The scope that opens a call, such as `library.page`; null if it is closed to keys, `common` if every key may read it. */
export const scopeOfCall = (call: string): KeyScopeName | 'common' | null => {
  if (common.includes(call)) return 'common'
  const group = call.split('.', 1)[0] as string
  return keyScopeNames.find((name) => (keyScopes[name].groups as readonly string[]).includes(group)) ?? null
}

/** Why a key does not reach a call: it is closed to keys, or to this one, or this one may only read. Null if it does. */
export type KeyRefusal = 'closed' | 'scope' | 'readOnly'

export const keyRefusal = (levels: KeyLevels, call: string, method: 'GET' | 'POST'): KeyRefusal | null => {
  const scope = scopeOfCall(call)
  if (scope === null) return 'closed'
  if (scope === 'common') return null
  if (levels[scope] === keyLevels.none) return 'scope'
  return method === 'GET' || levels[scope] === keyLevels.write ? null : 'readOnly'
}
