import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Fail } from '#contract/kit/fail.ts'
import type { Secrets } from '../base/crypto/secrets.ts'
import type { Holders } from './open-tasks.ts'

/** What a rehearsal remembers between its calls: the browser keeps it, the server only checks that it is its own. */
export interface RehearsalState {
  /** The state of the engine. */
  readonly engine: string
  /** Who has the waiting tasks, by execution. */
  readonly holders: Readonly<Record<string, Holders>>
  /** Completions of a multi-instance task, by its execution. */
  readonly completed: Readonly<Record<string, number>>
}

const stale = () =>
  new Fail(['试运行已失效，请重新开始', 'This rehearsal is no longer valid; please start it again'], 409)

/** States belong to one definition: the engine would not notice another. */
const seal = ({ sm2 }: Secrets, context: string, content: string): Buffer => {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(sm2, 'hex'), '', 'rehearsal', 32))
  return createHmac('sha256', key).update(contextHash(context)).update(content).digest()
}

export const contextHash = (context: string): string => createHash('sha256').update(context).digest('base64url')

export const sealState = (secrets: Secrets, context: string, state: RehearsalState): string => {
  const content = JSON.stringify(state)
  return `${seal(secrets, context, content).toString('base64url')}.${content}`
}

/** The state that `sealState` wrote for this definition. Whatever else a client sends does not reach the engine. */
export const openState = (secrets: Secrets, context: string, text: string): RehearsalState => {
  const dot = text.indexOf('.')
  const mac = Buffer.from(text.slice(0, Math.max(dot, 0)), 'base64url')
  const content = text.slice(dot + 1)
  const expected = seal(secrets, context, content)
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) throw stale()
  return JSON.parse(content) as RehearsalState
}
