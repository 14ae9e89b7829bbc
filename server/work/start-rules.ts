import { leave } from '#contract/desk/leave.ts'
import type { processTypes } from '#contract/flow/categories.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import { declaration } from '#contract/project/declaration.ts'
import { recommend } from '#contract/project/recommend.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import { hasPermission, type UserCtx } from '../engine/context.ts'
import { gates } from '../engine/gates.ts'

const mayCall = ({ actor }: UserCtx, name: string, endpoint: Endpoint): boolean =>
  gates.every(([, check]) => check(actor, { name, endpoint }) === null)

type ProcessKey = keyof typeof processTypes

/** Whether the caller may start a process of this key, by the rule of the call that starts it. */
const rules: Readonly<Partial<Record<ProcessKey, (ctx: UserCtx) => boolean>>> = {
  leave: (ctx) => mayCall(ctx, 'leave.startProcess', leave.calls.startProcess),
  recommend: (ctx) => mayCall(ctx, 'recommend.save', recommend.calls.save),
  xmsb: (ctx) =>
    mayCall(ctx, 'declaration.save', declaration.calls.save) &&
    hasPermission(ctx, 'declaration_add') &&
    isDeclarant(ctx.actor),
}

/** Keys of the processes that the caller may start from the list. */
export const keysToStart = (ctx: UserCtx): string[] =>
  hasPermission(ctx, 'work_start_flow')
    ? Object.entries(rules).flatMap(([key, mayStart]) => (mayStart(ctx) ? [key] : []))
    : []
