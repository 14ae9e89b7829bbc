import type { UserNotice } from '#contract/desk/notice.ts'
import type { DeclarationMessage } from '#contract/project/my-matters.ts'

type Item =
  | { readonly at: string; readonly notice: UserNotice; readonly message?: never }
  | { readonly at: string; readonly message: DeclarationMessage; readonly notice?: never }

const maxItems = 10

/** The newest of both, at most ten. */
export const newestFirst = (messages: readonly DeclarationMessage[], notices: readonly UserNotice[]): Item[] =>
  [
    ...messages.map((message) => ({ at: message.createTime, message })),
    ...notices.map((notice) => ({ at: notice.releaseTime, notice })),
  ]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, maxItems)
