import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { auditInsert, rowSnapshot } from '../../engine/audit-entry.ts'
import { bindValue, identifier, writeSlot } from '../../engine/column-types.ts'
import type { Ctx } from '../../engine/context.ts'
import { assertCanWrite } from '../../engine/scope.ts'

interface TreeRow {
  readonly id: string
  readonly parentId: string | null
}
type Values = Readonly<Record<string, unknown>>

/** A copy is written in one request, so it is limited. */
const maxCopiedRows = 500

const formFields = ({ fields }: AnyEntity): [name: string, field: Field][] =>
  Object.entries(fields as Fields).filter(([, { direction }]) => direction !== 'out')

/** The fields of a row that a form would send. */
export const formValues = (entity: AnyEntity, row: object): Values =>
  Object.fromEntries(formFields(entity).map(([name]) => [name, (row as Values)[name]]))

/** The rows below one of a tree, each after its parent; rows that form a cycle occur once. */
export const rowsBelow = <T extends TreeRow>(rows: readonly T[], id: string): T[] => {
  const below = new Set<T>()
  for (let parentIds = [id]; parentIds.length; ) {
    const level = rows.filter((row) => row.id !== id && !below.has(row) && parentIds.includes(row.parentId ?? ''))
    for (const row of level) below.add(row)
    parentIds = level.map((row) => row.id)
  }
  return [...below]
}

/**
 * Adds rows of an entity without secrets, and their audit entries, in one statement. What they refer to is not checked: the rows
 * that they copy had it already.
 */
const insertCopies = async (ctx: Ctx, entity: AnyEntity, copies: readonly Values[]) => {
  assertCanWrite(ctx, entity)
  const { actor } = ctx
  const fields = formFields(entity)
  const columns = sql.join([sql`id`, ...fields.map(([name]) => identifier(name))])
  const cellOf = (field: Field, value: unknown) =>
    value === undefined ? sql`default` : writeSlot(field, bindValue(field, value))
  const lines = copies.map((copy) => {
    const cells = sql.join([copy.id, ...fields.map(([name, field]) => cellOf(field, copy[name]))])
    return sql`(${cells}, ${actor.tenantId}, ${actor.id}, ${actor.deptIds[0] ?? null}, ${actor.id})`
  })
  const after = rowSnapshot(entity, 'saved')
  const auditEntry = auditInsert(ctx, entity, { verb: 'insert', row: 'saved', after, from: 'saved' })
  await run(
    ctx.db,
    sql`with saved as (insert into ${identifier(entity.name)} (${columns}, tenant_id, create_user, create_dept, update_user)
        values ${sql.join(lines)} returning *), ${auditEntry} select id from saved`,
  )
}

/** Adds copies of these rows, which follow their parents, below the copy of their root. Requires a transaction. */
export const copyBelow = async <T extends TreeRow>(
  ctx: Ctx,
  entity: AnyEntity,
  rows: readonly T[],
  root: { readonly from: string; readonly to: string },
  changed: (row: T) => Values,
): Promise<void> => {
  if (rows.length > maxCopiedRows)
    throw new Fail(fill(['一次最多复制 {0} 条下级数据', 'At most {0} rows below can be copied at once'], maxCopiedRows))
  if (rows.length === 0) return
  const newIds = await run<{ id: string }>(
    ctx.db,
    sql`select nextval('row_id')::text as id from generate_series(1, ${rows.length})`,
  )
  const copyIds = new Map([[root.from, root.to], ...rows.map((row, i) => [row.id, newIds[i]?.id ?? ''] as const)])
  await insertCopies(
    ctx,
    entity,
    rows.map((row) => ({
      ...formValues(entity, row),
      ...changed(row),
      id: copyIds.get(row.id),
      parentId: copyIds.get(row.parentId ?? ''),
    })),
  )
}
