import { faulty } from '#contract/kit/fail.ts'
import { type Fields, split } from '#contract/kit/field.ts'
import { typeOf } from '#contract/kit/kinds.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from './column-types.ts'
import type { App, Ctx } from './context.ts'
import { filtersOf } from './filter.ts'
import { tenantFilter } from './scope.ts'
import { targetEntity } from './targets.ts'

const missingText: Text = ['{0}的所选项不存在或已删除', '{0}: the selected row does not exist or has been deleted']

const idsIn = (value: unknown): string[] => (value ? split(String(value)).filter((id) => id !== '0') : [])

/** References in an input, with their targets; skips fields that only the server sets. */
const referencesIn = (app: App, fields: Fields, input: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).flatMap(([at, { kind, of, direction, label, among }]) => {
    const target = typeOf({ kind }) === 'reference' && direction !== 'out' ? targetEntity(app, of) : undefined
    const ids = target ? idsIn(input[at]) : []
    return target && ids.length ? [{ at, label, target, ids, among }] : []
  })

/** Live rows the caller's tenant may point at, as `field:id`, and whether the field may point at them; one statement for all of them. */
const findLiveTargets = async (
  ctx: Ctx,
  references: ReturnType<typeof referencesIn>,
): Promise<Map<string, boolean>> => {
  const parts = references.map(({ at, target, ids, among }) => {
    const fits = [sql`true`, ...filtersOf(target.fields, among?.filters ?? {})]
    return sql`select ${sql.lit(`${at}:`)} || id as key, ${sql.join(fits, sql` and `)} as fits from ${identifier(target.name)}
      where id = any(${ids}::bigint[]) and is_deleted = 0 and ${tenantFilter(ctx.actor, target)}`
  })
  const rows = await run<{ key: string; fits: boolean }>(ctx.db, sql.join(parts, sql` union `))
  return new Map(rows.map(({ key, fits }) => [key, fits]))
}

/**
 * Every new reference must point at a live row of the same tenant, or at one that all tenants share, that its field may point at; throws
 * faults otherwise. A reference that the row already has may stay, even if its target has been removed.
 */
export const checkReferences = async (
  ctx: Ctx,
  fields: Fields,
  input: object,
  readBefore: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<void> => {
  const references = referencesIn(ctx.app, fields, { ...input })
  const targets = references.length ? await findLiveTargets(ctx, references) : new Map<string, boolean>()
  const refused = references.flatMap(({ at, label, ids, among }) => {
    const misfit = among?.message ?? missingText
    const fits = (one: string) => targets.get(`${at}:${one}`)
    return ids.flatMap((one) =>
      fits(one) ? [] : [{ at, one, text: fill(fits(one) === false ? misfit : missingText, label) }],
    )
  })
  const before = refused.length ? await readBefore() : {}
  const faults = refused.flatMap(({ at, one, text }) => (idsIn(before[at]).includes(one) ? [] : [{ at, text }]))
  if (faults.length) throw faulty(faults)
}
