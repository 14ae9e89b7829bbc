import type { Page } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { type Field, type Fields, secretMask, split } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { encryptAtRest } from '../base/crypto/encryption-at-rest.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { auditInsert, rowSnapshot } from './audit-entry.ts'
import { bindValue, identifier, selectList, writeSlot } from './column-types.ts'
import { type Ctx, requirePermission, tx } from './context.ts'
import { deletedByField, orderOfDeleted, restoreRows } from './deleted-rows.ts'
import { orderOf } from './filter.ts'
import { conflict, ifMatchCondition } from './if-match.ts'
import { checkInput, providedFields } from './input-checks.ts'
import { isSearch } from './keyword.ts'
import { type ListOptions, pageAmong, pageOfFew } from './known-rows.ts'
import { addDisplayNames } from './labels.ts'
import { readMatches, type Search, searchOf } from './matches.ts'
import { isPlainList, pageOfNewest, withWholeValues } from './newest-rows.ts'
import { pageAnswer, positionOf, selectPage } from './page.ts'
import { reorderRows } from './reorder.ts'
import { cachedCount } from './row-counts.ts'
import { assertCanWrite, grantsFor, rowFilter } from './scope.ts'
import { forestOf, nodesOf } from './tree.ts'
import { assertUnused, type InUseMessage } from './uses.ts'

export type AnyRow = Record<string, unknown> & { id: string }
type Input = Record<string, unknown>

/** Conditions of a list: the caller's row filter first, then the list's filters and keyword, then `conditions`. */
const listConditions = (
  ctx: Ctx,
  entity: AnyEntity,
  input: ListInput,
  { conditions = [], isDeleted = 0 }: ListOptions,
): Search => {
  const { others, tests, pairs } = searchOf(ctx, entity, input)
  const rest = [rowFilter(ctx, entity, isDeleted), ...others, ...conditions]
  // the index has no removed rows
  return { others: rest, tests, pairs: isDeleted ? [] : pairs }
}

const allOf = ({ others, pairs, tests }: Search): Fragment => sql.join([...others, ...pairs, ...tests], sql` and `)

/** One page of the rows the caller may see. */
export const pageOf = async <T extends AnyEntity>(
  ctx: Ctx,
  entity: T,
  listInput: ListInput,
  options: ListOptions = {},
): Promise<Page<RowOf<T>>> => {
  const input = entity.newestRows && !ctx.cursor ? await withWholeValues(ctx, entity, listInput) : listInput
  const { size, current, offset } = positionOf(input)
  const search = listConditions(ctx, entity, input, options)
  const where = allOf(search)
  const order = options.order ?? orderOf(entity, input)
  if (entity.newestRows && !ctx.cursor && !isPlainList(entity, input))
    return pageOfNewest(ctx, entity, input, { ...options, order, size, current })
  if (options.among) return pageAmong(ctx, entity, options.among, { where, order, size, current })
  const { keys, few, total } = options
  const fewRows = few && !ctx.cursor ? await pageOfFew(ctx, entity, few, { where, order, size, current }) : null
  if (fewRows) return fewRows
  const table = identifier(entity.name)
  const columns = selectList(entity.fields)
  const cursor = ctx.cursor?.entity === entity.name ? ctx.cursor : null
  if (search.pairs.length && !cursor) {
    const matches = await readMatches<RowOf<T>>(ctx, { ...search, columns, table, order, size, offset })
    await addDisplayNames(ctx, entity.fields, matches.records)
    return pageAnswer({ records: matches.records, size, current }, matches.count, matches.capped)
  }
  const records = cursor
    ? await cursor.next<RowOf<T>>(sql`select ${columns} from ${table} where ${where}`, order)
    : await run<RowOf<T>>(ctx.db, selectPage({ columns, table, keys, where, order, size, offset }))
  const rowCount = records.length
  // the size of the last page gives the total; a cursor reader does not need one. Keys are counted in their order, from their index
  const isLast = cursor !== null || (rowCount < size && (rowCount > 0 || current === 1))
  const count = isLast
    ? offset + rowCount
    : await (total?.() ?? cachedCount(ctx, keys ?? table, keys ? sql`${where} order by ${order}` : where))
  await addDisplayNames(ctx, entity.fields, records)
  return pageAnswer({ records, size, current }, count)
}

/** One page of the removed rows the caller may see, each with the name of the person who removed it. */
export const removedOf = async <T extends AnyEntity>(
  ctx: Ctx,
  entity: T,
  input: ListInput,
  conditions: readonly Fragment[] = [],
): Promise<Page<RowOf<T>>> => {
  const page = await pageOf(ctx, entity, input, { conditions, order: orderOfDeleted(entity, input), isDeleted: 1 })
  await addDisplayNames(ctx, deletedByField, page.records)
  return page
}

const maxRows = 5000

/** All rows the caller may see, at most 5,000; for trees and options. */
export const rowsOf = async <T extends AnyEntity>(
  ctx: Ctx,
  entity: T,
  input: ListInput = {},
  conditions: readonly Fragment[] = [],
): Promise<RowOf<T>[]> => {
  const where = allOf(listConditions(ctx, entity, input, { conditions }))
  const rows = await run<RowOf<T>>(
    ctx.db,
    sql`select ${selectList(entity.fields)} from ${identifier(entity.name)} where ${where}
      order by ${orderOf(entity, input)} limit ${sql.lit(maxRows)}`,
  )
  return addDisplayNames(ctx, entity.fields, rows)
}

/** The row with this id. Throws 404 if it does not exist or the caller may not see it. */
export const findRow = async <T extends AnyEntity>(ctx: Ctx, entity: T, id: unknown): Promise<RowOf<T>> => {
  const [row] = await run<RowOf<T>>(
    ctx.db,
    sql`select ${selectList(entity.fields)} from ${identifier(entity.name)} where id = ${id} and ${rowFilter(ctx, entity)}`,
  )
  if (!row) throw notFound()
  await addDisplayNames(ctx, entity.fields, [row])
  return row
}

/** The value of a field as it is stored; secrets are encrypted. */
const storedValue = ({ app }: Ctx, entity: AnyEntity, name: string, field: Field, value: unknown): Fragment =>
  writeSlot(
    field,
    field.kind === 'secret' && value
      ? encryptAtRest(app.secrets, String(value), `${entity.name}.${name}`)
      : bindValue(field, value),
  )

/** Adds a row and its audit entry in one statement; resolves to the id. `input` may contain fields that only the server sets. */
export const insertRow = async (ctx: Ctx, entity: AnyEntity, input: Input): Promise<{ id: string }> => {
  assertCanWrite(ctx, entity)
  const fields: Fields = entity.fields
  await checkInput(ctx, entity, input)
  const rowValues: Input = { ...initialValues(fields), ...input }
  // the row of an entity with a field `tenantId` belongs to the tenant named there
  const tenantId = fields.tenantId ? rowValues.tenantId : ctx.actor.tenantId
  const set = providedFields(fields, rowValues).filter(([name]) => name !== 'tenantId')
  const cells: (readonly [column: Fragment, value: unknown])[] = [
    ...(rowValues.id ? [[sql`id`, rowValues.id] as const] : []),
    ...set.map(([name, field]) => [identifier(name), storedValue(ctx, entity, name, field, rowValues[name])] as const),
    [sql`tenant_id`, tenantId],
    [sql`create_user`, ctx.actor.id],
    [sql`create_dept`, ctx.actor.deptIds[0] ?? null],
    [sql`update_user`, ctx.actor.id],
  ]
  const [names, values] = [sql.join(cells.map(([column]) => column)), sql.join(cells.map(([, value]) => value))]
  const after = rowSnapshot(entity, 'saved')
  const auditEntry = auditInsert(ctx, entity, { verb: 'insert', row: 'saved', after, from: 'saved' })
  const [row] = await run<{ id: string }>(
    ctx.db,
    sql`with saved as (insert into ${identifier(entity.name)} (${names}) values (${values}) returning *),
      ${auditEntry} select id::text from saved`,
  )
  return row as { id: string }
}

const initialValues = (fields: Fields): Input =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.initial === undefined ? (field.kind === 'tree' ? [[name, '0']] : []) : [[name, field.initial]],
    ),
  )

/** Later than the last change, also for a transaction that began before it: the time is the version of the row. */
const nextUpdateTime = sql`greatest(now(), old.update_time + interval '1 microsecond')`

/** Changes the given fields of a row the caller may see, and writes the audit entry, in one statement. */
export const updateRow = async (
  ctx: Ctx,
  entity: AnyEntity,
  id: unknown,
  input: Input,
  verb = ctx.updateVerb ?? 'update',
): Promise<{ id: string }> => {
  assertCanWrite(ctx, entity)
  const fields: Fields = entity.fields
  await checkInput(ctx, entity, input, id)
  // null or the mask as a secret means: leave it unchanged
  const ignoredSecrets = [null, secretMask] as unknown[]
  const set = providedFields(fields, input).filter(
    ([name, field]) => field.kind !== 'secret' || !ignoredSecrets.includes(input[name]),
  )
  const ifMatch = ifMatchCondition(ctx, id)
  const table = identifier(entity.name)
  const sets = sql.join([
    ...set.map(([name, field]) => sql`${identifier(name)} = ${storedValue(ctx, entity, name, field, input[name])}`),
    sql`update_user = ${ctx.actor.id}, update_time = ${nextUpdateTime}`,
  ])
  const [before, after] = [rowSnapshot(entity, 'old'), rowSnapshot(entity, 'saved')]
  const auditEntry = auditInsert(ctx, entity, { verb, row: 'saved', before, after, from: 'saved, old' })
  const [row] = await run<{ id: string }>(
    ctx.db,
    sql`with old as (select * from ${table} where id = ${id} and ${rowFilter(ctx, entity)} for update),
      saved as (update ${table} t set ${sets} from old where t.id = old.id${ifMatch ?? sql``} returning t.*),
      ${auditEntry} select id::text from saved`,
  )
  if (row) return row
  throw ifMatch ? conflict(await findRow(ctx, entity, id)) : notFound()
}

const hasChildren = () => new Fail(['请先删除下级数据', 'Please delete the rows below it first'])

/**
 * Soft-deletes rows, all of them or none; a tree node only once it has no children, and nothing to which other rows refer, unless
 * `use` is allowed.
 */
export const removeRows = (
  ctx: Ctx,
  entity: AnyEntity,
  ids: readonly string[],
  use?: InUseMessage | 'allowed',
): Promise<null> =>
  tx(ctx, async (inside) => {
    assertCanWrite(inside, entity)
    const table = identifier(entity.name)
    const before = rowSnapshot(entity, 'old')
    const auditEntry = auditInsert(inside, entity, { verb: 'remove', row: 'old', before, from: 'old' })
    const removed = await run(
      inside.db,
      sql`with old as (select * from ${table} where id = any(${ids}::bigint[]) and ${rowFilter(inside, entity)} for update),
        saved as (update ${table} t set is_deleted = 1, update_user = ${inside.actor.id}, update_time = now()
          from old where t.id = old.id returning t.id),
        ${auditEntry} select id from saved`,
    )
    if (removed.length !== new Set(ids).size) throw notFound()
    if (entity.fields.parentId?.kind === 'tree') {
      const below = await run(
        inside.db,
        sql`select 1 from ${table} where parent_id = any(${ids}::bigint[]) and is_deleted = 0 limit 1`,
      )
      if (below.length) throw hasChildren()
    }
    // after the removal: who may not see a row must not learn what refers to it
    if (use !== 'allowed') await assertUnused(inside, entity, ids, use)
    return null
  })

const outsideDataScope = () =>
  new Fail(['保存后这条数据将超出您的数据权限范围', 'With these changes the row would fall outside your data scope'])

/** Adds a row, or changes the one whose id is given. Fails if the caller could no longer see the row afterwards. */
export const saveRow = async (ctx: Ctx, entity: AnyEntity, input: Input): Promise<{ id: string }> => {
  const write = (writeCtx: Ctx) =>
    input.id ? updateRow(writeCtx, entity, input.id, input) : insertRow(writeCtx, entity, input)
  if (!grantsFor(ctx.actor, entity)) return write(ctx)
  return tx(ctx, async (inside) => {
    const row = await write(inside)
    const query = sql`select 1 from ${identifier(entity.name)} where id = ${row.id} and ${rowFilter(inside, entity)}`
    if ((await run(inside.db, query)).length === 0) throw outsideDataScope()
    return row
  })
}

const submit = (ctx: Ctx, entity: AnyEntity, input: Input) => {
  requirePermission(ctx, `${entity.code}_${input.id ? 'edit' : 'add'}`)
  return saveRow(ctx, entity, input)
}

/** The standard handlers of an entity; a special handler of the same name is in `server/<area>/<name>.ts`. */
export const crud = (entity: AnyEntity): Record<string, (ctx: Ctx, input: Input) => Promise<unknown>> => ({
  list: (ctx, input) => pageOf(ctx, entity, input),
  page: (ctx, input) => pageOf(ctx, entity, input),
  forest: async (ctx, input) => forestOf(await rowsOf(ctx, entity, input)),
  lazyList: (ctx, input) => lazyRows(ctx, entity, input),
  detail: (ctx, input) => findRow(ctx, entity, input.id),
  submit: (ctx, input) => submit(ctx, entity, input),
  save: (ctx, input) => saveRow(ctx, entity, { ...input, id: undefined }),
  update: (ctx, input) => saveRow(ctx, entity, { ...input, id: input.id ?? '0' }),
  remove: (ctx, input) => removeRows(ctx, entity, split(input.ids as string)),
  removed: (ctx, input) => removedOf(ctx, entity, input),
  reorder: (ctx, input) => reorderRows(ctx, entity, input),
  restore: (ctx, input) => restoreRows(ctx, entity, split(input.ids as string)),
  select: (ctx, input) => rowsOf(ctx, entity, input),
  tree: async (ctx) => forestOf(nodesOf(entity, await rowsOf(ctx, entity), ctx.lang)),
  lazyTree: async (ctx, input) =>
    nodesOf(entity, await lazyRows(ctx, entity, { parentId: input.parentId || '0' }), ctx.lang),
})

/** One level of a tree; with filters and no parent, matches of every level. `hasChildren` marks rows with children. */
const lazyRows = async (ctx: Ctx, entity: AnyEntity, input: ListInput): Promise<AnyRow[]> => {
  const { parentId, ...filters } = input
  const ofAllLevels = !parentId && isSearch(entity, filters)
  const rows = await rowsOf(ctx, entity, ofAllLevels ? filters : { ...filters, parentId: parentId || '0' })
  const parents = await run<{ id: string }>(
    ctx.db,
    sql`select distinct parent_id::text as id from ${identifier(entity.name)}
      where parent_id = any(${rows.map(({ id }) => id)}::bigint[]) and is_deleted = 0`,
  )
  const idsWithChildren = new Set(parents.map(({ id }) => id))
  return rows.map((row) => ({ ...row, hasChildren: idsWithChildren.has(row.id) }))
}
