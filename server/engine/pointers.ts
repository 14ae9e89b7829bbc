import type { AnyEntity } from '#contract/kit/entity.ts'
import { faulty } from '#contract/kit/fail.ts'
import { type Fields, split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Fragment, join, run } from '../base/database/db.ts'
import { quoted } from './column-types.ts'
import type { App, Ctx } from './context.ts'
import { rowBefore } from './file-references.ts'
import { tenantFilter } from './scope.ts'
import { targetEntity } from './targets.ts'

type Values = Readonly<Record<string, unknown>>

const missingTargetMessage: Text = ['{0}的所选项不存在或已删除', '{0}: what was chosen does not exist']

const idsIn = (value: unknown): string[] => (value ? split(String(value)).filter((id) => id !== '0') : [])

/** References in an input, with their targets; skips fields that only the server sets. */
const pointersIn = (app: App, fields: Fields, input: Values) =>
  Object.entries(fields).flatMap(([at, { kind, of, direction, label }]) => {
    const target = ['ref', 'refs', 'tree'].includes(kind) && direction !== 'out' ? targetEntity(app, of) : undefined
    const ids = target ? idsIn(input[at]) : []
    return target && ids.length ? [{ at, label, target, ids }] : []
  })

/** Which ids are live rows the caller's tenant may point at, as `entity:id`; one statement for all of them. */
const findLiveTargets = async (ctx: Ctx, pointers: ReturnType<typeof pointersIn>): Promise<ReadonlySet<string>> => {
  const parts = pointers.map(({ target, ids }): Fragment => {
    const { text, values } = tenantFilter(ctx.actor, target)
    const selectIds = `select '${target.name}:' || id as found from ${quoted(target.name)}`
    return { text: `${selectIds} where id = any(?::bigint[]) and is_deleted = 0 and ${text}`, values: [ids, ...values] }
  })
  const rows = await run<{ found: string }>(ctx.db, join(parts, ' union '))
  return new Set(rows.map(({ found }) => found))
}

/**
 * Every new reference must point at a live row of the same tenant, or at one that all tenants share; throws faults otherwise.
 * A reference that the row already has may stay, even if its target has been removed.
 */
export const checkPointers = async (ctx: Ctx, entity: AnyEntity, input: Values, id?: unknown): Promise<void> => {
  const pointers = pointersIn(ctx.app, entity.fields, input)
  if (pointers.length === 0) return
  const live = await findLiveTargets(ctx, pointers)
  const missingTargets = pointers.flatMap(({ at, label, target, ids }) =>
    ids.filter((one) => !live.has(`${target.name}:${one}`)).map((one) => ({ at, label, one })),
  )
  if (missingTargets.length === 0) return
  const before = await rowBefore(ctx, entity, id)
  const faults = missingTargets
    .filter(({ at, one }) => !idsIn(before[at]).includes(one))
    .map(({ at, label }) => ({ at, text: fill(missingTargetMessage, label) }))
  if (faults.length) throw faulty(faults)
}
