import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { faulty } from '#contract/kit/fail.ts'
import { type Fields, split } from '#contract/kit/field.ts'
import { typeOf } from '#contract/kit/kinds.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { identifier } from './column-types.ts'
import type { App, Ctx } from './context.ts'
import { rowBefore } from './file-references.ts'
import { tenantFilter } from './scope.ts'
import { targetEntity } from './targets.ts'

type Values = Readonly<Record<string, unknown>>

const missingTargetMessage: Text = [
  '{0}的所选项不存在或已删除',
  '{0}: the selected row does not exist or has been deleted',
]

const idsIn = (value: unknown): string[] => (value ? split(String(value)).filter((id) => id !== '0') : [])

/** References in an input, with their targets; skips fields that only the server sets. */
const referencesIn = (app: App, fields: Fields, input: Values) =>
  Object.entries(fields).flatMap(([at, { kind, of, direction, label }]) => {
    const target = typeOf({ kind }) === 'reference' && direction !== 'out' ? targetEntity(app, of) : undefined
    const ids = target ? idsIn(input[at]) : []
    return target && ids.length ? [{ at, label, target, ids }] : []
  })

/** Which ids are live rows the caller's tenant may point at, as `entity:id`; one statement for all of them. */
const findLiveTargets = async (ctx: Ctx, references: ReturnType<typeof referencesIn>): Promise<ReadonlySet<string>> => {
  const parts = references.map(
    ({ target, ids }) => sql`select ${sql.lit(`${target.name}:`)} || id as key from ${identifier(target.name)}
      where id = any(${ids}::bigint[]) and is_deleted = 0 and ${tenantFilter(ctx.actor, target)}`,
  )
  const rows = await run<{ key: string }>(ctx.db, sql.join(parts, sql` union `))
  return new Set(rows.map(({ key }) => key))
}

/**
 * Every new reference must point at a live row of the same tenant, or at one that all tenants share; throws faults otherwise.
 * A reference that the row already has may stay, even if its target has been removed.
 */
export const checkReferences = async (ctx: Ctx, entity: AnyEntity, input: Values, id?: unknown): Promise<void> => {
  const references = referencesIn(ctx.app, entity.fields, input)
  if (references.length === 0) return
  const targets = await findLiveTargets(ctx, references)
  const missingTargets = references.flatMap(({ at, label, target, ids }) =>
    ids.filter((targetId) => !targets.has(`${target.name}:${targetId}`)).map((targetId) => ({ at, label, targetId })),
  )
  if (missingTargets.length === 0) return
  const before = await rowBefore(ctx, entity, id)
  const faults = missingTargets
    .filter(({ at, targetId }) => !idsIn(before[at]).includes(targetId))
    .map(({ at, label }) => ({ at, text: fill(missingTargetMessage, label) }))
  if (faults.length) throw faulty(faults)
}
