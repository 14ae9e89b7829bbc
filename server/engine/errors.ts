import { Fail } from '#contract/kit/fail.ts'
import { isFailCode } from '#contract/kit/fail-codes.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { DatabaseUnavailable } from '../base/database/connection.ts'
import { busy } from '../base/http/limits.ts'

const notValid: Text = ['提交的内容有误', 'The input is not valid']
const full: Text = [
  '服务器存储空间不足，内容未保存，请稍后重试或联系管理员',
  'The server is out of storage space and nothing was saved. Please try again later or contact the administrator.',
]
const unforeseen: Text = [
  '抱歉，服务出现问题，请稍后重试（编号 {0}）',
  'Sorry, something went wrong; please try again later (reference {0})',
]

/** Field path and label of each unique index, by its name, for the message of a violation; `app.ts` fills it. */
const uniqueLabels = new Map<string, { at: string; label: Text }>()
export const registerUniqueLabel = (index: string, at: string, label: Text): void => {
  uniqueLabels.set(index, { at, label })
}

/** The label of the field that a unique index is about; null for one that no declaration has. */
export const labelOfUnique = (index: string): Text | null => uniqueLabels.get(index)?.label ?? null

interface DatabaseError {
  readonly code?: string
  readonly constraint?: string
  readonly statusCode?: number
}

const uniqueViolation = (constraint: string | undefined): Fail => {
  const entry = uniqueLabels.get(constraint ?? '')
  if (!entry) return new Fail(['数据已存在，请勿重复提交', 'This already exists'], 409)
  const text = fill(['{0}已存在', '{0} already exists'], entry.label)
  return new Fail(text, 400, { faults: [{ at: entry.at, text }] })
}

/**
 * SQLSTATEs of a server that is overloaded, starts, stops, or ends a session or a statement; 25006: it has just become a replica,
 * which takes no writes.
 */
const busyStates = /^(53|57P|08|57014|55P03|25006|25P0[34])/

const failOfState = (state: string, constraint: string | undefined): Fail | null => {
  if (state === '23505') return uniqueViolation(constraint)
  if (state === '40001' || state === '40P01')
    return new Fail(['数据正被他人修改，请重试', 'Somebody else is changing this, please try again'], 409)
  if (busyStates.test(state)) return new Fail(busy, 503)
  if (/^(22|23)/.test(state)) return new Fail(notValid)
  return null
}

/** Error codes for a full volume, here or at the database, a used-up quota or a file over the size limit. */
const noSpace = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100']
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE']

/** The error for the caller: a `Fail` as it is, database and protocol errors by kind, anything else as a 500. */
export const failOf = (error: unknown): Fail => {
  if (error instanceof Fail) return error
  const { code = '', constraint, statusCode } = error as DatabaseError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Fail(['提交的内容过大', 'The request is too large'], 413)
  if (statusCode && statusCode < 500) return new Fail(notValid, isFailCode(statusCode) ? statusCode : 400)
  if (noSpace.includes(code)) return new Fail(full, 507)
  if (error instanceof DatabaseUnavailable || unreachable.includes(code)) return new Fail(busy, 503)
  return (/^[0-9A-Z]{5}$/.test(code) ? failOfState(code, constraint) : null) ?? new Fail(unforeseen, 500)
}
