import type { Endpoint } from '#contract/kit/call.ts'
import { check } from '#contract/kit/check.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { snake } from '#contract/kit/text.ts'
import { type RevertPreview, revertibleVerbs } from '#contract/log/audit.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier, isReadable, selectList } from '../engine/column-types.ts'
import { type Ctx, type Route, requirePermission, type UserCtx } from '../engine/context.ts'
import { findRow } from '../engine/crud.ts'
import { guard } from '../engine/gates.ts'
import { hiddenFields } from '../engine/scope.ts'
import { describeChanges } from './audit-changes.ts'
import { lineEntity } from './audit-line.ts'

type Row = Record<string, unknown>

interface EarlierVersion {
  readonly entity: AnyEntity
  /** The route of the entity's edit call. */
  readonly edit: Route
  readonly rowId: string
  readonly current: Row
  /** The values before the audited change, of the fields that the caller may edit. */
  readonly values: Row
}

const notRevertible = () => new Fail(['该记录没有可以恢复的内容', 'There is nothing to restore from this entry'], 400)

/** The call that edits a row; drafts are documents and have versions of their own. */
const editRouteOf = ({ routes }: Ctx['app'], { calls, name }: AnyEntity): Route | undefined => {
  const verb = ['update', 'submit'].find((one) => Object.hasOwn(calls, one))
  const endpoint: Endpoint | undefined = verb ? calls[verb] : undefined
  return endpoint?.body === 'draft' ? undefined : routes.find((route) => route.name === `${name}.${verb}`)
}

/** The row before the change of an entry, in wire format; without the columns that did not exist then. */
const rowBefore = async (ctx: Ctx, entity: AnyEntity, entryId: string): Promise<Row> => {
  const table = identifier(entity.name)
  const [keys] = await run<{ names: string[] | null }>(
    ctx.db,
    sql`select array(select jsonb_object_keys(before)) as names from audit where id = ${entryId}`,
  )
  const [row = {}] = await run<Row>(
    ctx.db,
    sql`select ${selectList(entity.fields)}
      from jsonb_populate_record(null::${table}, (select before from audit where id = ${entryId}))`,
  )
  return Object.fromEntries(Object.entries(row).filter(([name]) => keys?.names?.includes(snake(name))))
}

/** What an entry allows to restore. Throws unless the caller may see the entry and edit the row. */
const earlierVersion = async (ctx: UserCtx, entryId: string): Promise<EarlierVersion> => {
  const entry = (await findRow(ctx, lineEntity, entryId)) as unknown as Record<'entity' | 'verb' | 'rowId', string>
  const entity = ctx.app.entities[entry.entity]
  const edit = entity && revertibleVerbs.includes(entry.verb) ? editRouteOf(ctx.app, entity) : undefined
  if (!entity || !edit) throw notRevertible()
  guard(ctx.actor, edit)
  requirePermission(ctx, `${entity.code}_edit`)
  const current: Row = await findRow(ctx, entity, entry.rowId)
  const hidden = hiddenFields(ctx.actor, entity)
  const fields = entity.fields as Fields
  const isEditable = (name: string) => {
    const field = fields[name]
    const isInput = field !== undefined && field.direction !== 'out' && Object.hasOwn(edit.endpoint.input, name)
    return isInput && isReadable(field) && !hidden.has(name)
  }
  const before = Object.entries(await rowBefore(ctx, entity, entryId))
  return {
    entity,
    edit,
    rowId: entry.rowId,
    current,
    values: Object.fromEntries(before.filter(([name]) => isEditable(name))),
  }
}

const comparable = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null))

const differingNames = ({ current, values }: EarlierVersion): string[] =>
  Object.keys(values).filter((name) => comparable(values[name]) !== comparable(current[name]))

/** The fields that a restoration would change, with the current and the earlier values. */
export const previewRevert = async (ctx: UserCtx, entryId: string): Promise<RevertPreview> => {
  const version = await earlierVersion(ctx, entryId)
  const { entity, rowId, current, values } = version
  const title = current[entity.title]
  const hidden = hiddenFields(ctx.actor, entity)
  const visibleNames = differingNames(version).filter((name) => !hidden.has(name))
  return {
    entity: entity.name,
    rowId,
    rowTitle: title === null || title === undefined ? null : String(title),
    rowVersion: current.rowVersion as string,
    changes: await describeChanges(ctx, entity.fields, visibleNames, { ...current }, { ...values }),
  }
}

/** The request with the version of the row as read, unless the client names the one it has seen (engine/if-match.ts). */
const withVersion = ({ request, ...ctx }: UserCtx, { rowId, current }: EarlierVersion): UserCtx => ({
  ...ctx,
  request: { ...request, headers: { 'if-match': `"${rowId} ${current.rowVersion}"`, ...request.headers } },
})

/** Restores the values before the change of an entry by the edit call of the entity; its audit entry has the verb `revert`. */
export const revert = async (ctx: UserCtx, entryId: string): Promise<{ id: string }> => {
  const version = await earlierVersion(ctx, entryId)
  const { entity, edit, rowId, values } = version
  const changed = differingNames(version)
  if (changed.length === 0) throw notRevertible()
  const { value, faults } = check(edit.endpoint.input, { ...values, id: rowId }, { mode: 'change' })
  if (faults.length) throw faulty(faults)
  // the check empties fields that do not apply; one that the row had before all the same stays
  const isSent = (name: string) => changed.includes(name) || !(entity.fields as Fields)[name]?.when
  const input = Object.fromEntries(Object.entries(value).filter(([name]) => isSent(name)))
  await edit.handle({ ...withVersion(ctx, version), updateVerb: 'revert' }, input)
  return { id: rowId }
}
