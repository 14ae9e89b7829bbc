import type { Endpoint } from '#contract/kit/call.ts'
import { denied, Fail } from '#contract/kit/fail.ts'
import type { FailCode } from '#contract/kit/fail-codes.ts'
import type { Text } from '#contract/kit/text.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import { isDeniedByApiScope } from './api-scope-match.ts'
import type { Actor, Restriction, Route } from './context.ts'
import { refuseKey } from './key-session.ts'

type Guarded = Pick<Route, 'name' | 'endpoint' | 'allowWhile'>
export type GateName = Restriction | 'key' | 'permission' | 'staff' | 'apiScope'
type Gate = (actor: Actor, guarded: Guarded) => Fail | null

/** Whether an actor holds one of the permission codes an endpoint requires. */
export const hasAccess = ({ rights }: Pick<Actor, 'rights'>, { access }: Endpoint): boolean =>
  typeof access !== 'object' || rights.administrator || access.perm.some((code) => rights.codes.has(code))

/** Whether an endpoint is for staff only, and the actor belongs to an enterprise or operator. */
export const isClosedToDeclarant = (actor: Pick<Actor, 'accountType'>, { access }: Endpoint): boolean =>
  typeof access === 'object' && access.staff === true && isDeclarant(actor)

const restrictionGate = (
  restriction: Restriction,
  flag: 'locked' | 'mustChange',
  text: Text,
  code: FailCode,
): [GateName, Gate] => [
  restriction,
  (actor, { allowWhile = [] }) =>
    actor[flag] && !allowWhile.includes(restriction) ? new Fail(text, code, { data: { [flag]: true } }) : null,
]

/** The checks of a call that is not public, in order; each returns an error if it rejects the actor. */
export const gates: readonly (readonly [GateName, Gate])[] = [
  ['key', ({ key }, guarded) => refuseKey(key, guarded)],
  // not 401: the session has not ended (docs/decisions/0017)
  restrictionGate(
    'lockScreen',
    'locked',
    ['屏幕已锁定，请先解锁', 'The screen is locked, please unlock it first'],
    423,
  ),
  restrictionGate(
    'initialPassword',
    'mustChange',
    ['请先修改初始密码', 'Please change your initial password first'],
    403,
  ),
  ['permission', (actor, { endpoint }) => (hasAccess(actor, endpoint) ? null : denied())],
  ['staff', (actor, { endpoint }) => (isClosedToDeclarant(actor, endpoint) ? denied() : null)],
  ['apiScope', ({ rights }, { endpoint }) => (isDeniedByApiScope(rights, endpoint.path) ? denied() : null)],
]

/** Runs the gates before the body is read; throws the error of the first that rejects the actor. */
export const guard = (actor: Actor, guarded: Guarded): void => {
  if (guarded.endpoint.access === 'public') return
  for (const [, check] of gates) {
    const refusal = check(actor, guarded)
    if (refusal) throw refusal
  }
}
