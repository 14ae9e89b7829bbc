import { generalMatter } from '#contract/desk/general-matter.ts'
import { leave } from '#contract/desk/leave.ts'
import { processTypes } from '#contract/flow/categories.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import { declaration } from '#contract/project/declaration.ts'
import { recommend } from '#contract/project/recommend.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { hasPermission, type UserCtx } from '../engine/context.ts'
import { gates } from '../engine/gates.ts'
import { categoriesToStart } from '../flow/matter-forms.ts'

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

const keysToStart = (ctx: UserCtx): string[] =>
  Object.entries(rules).flatMap(([key, mayStart]) => (mayStart(ctx) ? [key] : []))

/** The platform's own processes are found by their keys, others by the form of their type. */
const ownKeys = Object.keys(processTypes)

/** SQL: the definitions that the caller may start from the list. */
export const mayStartDefinition = (ctx: UserCtx): Fragment => {
  if (!hasPermission(ctx, 'work_start_flow')) return sql`false`
  const keys = keysToStart(ctx)
  const types = [
    ...(keys.includes('leave') ? [sql`category_key = ${processTypes.leave}`] : []),
    ...(mayCall(ctx, 'generalMatter.startProcess', generalMatter.calls.startProcess)
      ? [sql`category_key in ${categoriesToStart(ctx)}`]
      : []),
  ]
  const isOfType = types.length ? sql.join(types, sql` or `) : sql`false`
  return sql`(key = any(${keys}::text[]) or not key = any(${ownKeys}::text[]) and (${isOfType}))`
}
