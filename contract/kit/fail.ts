import type { FailCode } from './fail-codes.ts'
import type { Text } from './text.ts'
import type { TokenError } from './token-errors.ts'

/** An error of one value. `at` is the path of the field, such as `terminals.2.qty` inside groups. */
export interface Fault {
  readonly at: string
  readonly text: Text
}

export interface FailDetail {
  readonly faults?: readonly Fault[]
  /** Sent as `data` with the message, such as the current row of a conflict. */
  readonly data?: unknown
  /** The `error_code` of a token error; without it, the status is sent. */
  readonly error?: TokenError
  /** Seconds after which to try again, sent as `Retry-After`. */
  readonly retryAfter?: number
}

/** The one expected error of the server, always with a text in both languages. */
export class Fail extends Error {
  constructor(
    readonly text: Text,
    readonly code: FailCode = 400,
    readonly detail: FailDetail = {},
  ) {
    super(text[1])
  }
}

export const denied = () => new Fail(['您没有执行此操作的权限', "You don't have permission to do this"], 403)
export const noSession = (detail: FailDetail = {}) =>
  new Fail(['用户令牌过期，请重新登录', 'Your session has ended, please log in again'], 401, detail)
export const notFound = () =>
  new Fail(['该数据不存在或已被删除', 'This record does not exist or has been deleted'], 404)

/** An error with the first fault as its message, and all faults for the form. */
export const faulty = (faults: readonly Fault[]) =>
  new Fail(faults[0]?.text ?? ['提交的内容有误', 'The input is not valid'], 400, { faults })
