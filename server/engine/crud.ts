import type { Page } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { denied, Fail, type Fault, faulty, gone } from '#contract/kit/fail.ts'
import { type Field, type Fields, split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { type Fragment, join, run } from '../base/db.ts'
import { bound, isReadable, quoted, selectList, writeSlot } from './columns.ts'
import { type Ctx, may, tx } from './context.ts'
import { filtersOf, orderOf } from './filter.ts'
import { dictionaries, named } from './labels.ts'
import { reach } from './scope.ts'
import { mostCounted, totalOf } from './totals.ts'
import { forestOf, nodesOf } from './tree.ts'

export type AnyRow = Record<string, unknown> & { id: string }
type Input = Record<string, unknown>

const secretsOf = (entity: AnyEntity) =>
  Object.keys(entity.fields).filter((name) => !isReadable(entity.fields[name] as Field))

const lists = new WeakMap<AnyEntity, string>()
const columnsOf = (entity: AnyEntity): string => {
  const known = lists.get(entity) ?? selectList(entity.fields)
  lists.set(entity, known)
  return known
}

/** Conditions of a list: reach first, then the filters, then what the caller of this function adds. */
const wanted = (ctx: Ctx, entity: AnyEntity, input: ListInput, more: readonly Fragment[]): Fragment =>
  join([reach(ctx, entity), ...filtersOf(entity.fields, input), ...more], ' and ')

/** One page of the rows the caller reaches. `more` are further conditions of a special list. */
export const pageOf = async <T extends AnyEntity>(
  ctx: Ctx,
  entity: T,
  input: ListInput,
  more: readonly Fragment[] = [],
  order = orderOf(entity, input),
): Promise<Page<RowOf<T>>> => {
  const size = Math.min(input.size || 10, 200)
  const current = Math.max(input.current || 1, 1)
  const where = wanted(ctx, entity, input, more)
  const table = quoted(entity.name)
  const records = await run<RowOf<T>>(ctx.db, {
    text: `select ${columnsOf(entity)} from ${table} where ${where.text} order by ${order} limit ? offset ?`,
    values: [...where.values, size, (current - 1) * size],
  })
  const found = records.length
  // the last page tells its total by itself
  const isLast = found < size && (found > 0 || current === 1)
  const counted = isLast ? (current - 1) * size + found : await totalOf(ctx, table, where)
  const total = Math.min(counted, mostCounted)
  await named(ctx, entity.fields, records)
  return {
    records,
    total,
    size,
    current,
    pages: Math.ceil(total / size),
    ...(counted > mostCounted ? { capped: true } : {}),
  }
}

const mostRows = 5000

/** All rows the caller reaches, for trees and options; never more than 5,000. */
export const rowsOf = async <T extends AnyEntity>(
  ctx: Ctx,
  entity: T,
  input: ListInput = {},
  more: readonly Fragment[] = [],
): Promise<RowOf<T>[]> => {
  const where = wanted(ctx, entity, input, more)
  const rows = await run<RowOf<T>>(ctx.db, {
    text: `select ${columnsOf(entity)} from ${quoted(entity.name)} where ${where.text} order by ${orderOf(entity, input)} limit ${mostRows}`,
    values: where.values,
  })
  return named(ctx, entity.fields, rows)
}

/** The row of this id, if the caller reaches it; else it does not exist for him. */
export const find = async <T extends AnyEntity>(ctx: Ctx, entity: T, id: unknown): Promise<RowOf<T>> => {
  const where = reach(ctx, entity)
  const [row] = await run<RowOf<T>>(ctx.db, {
    text: `select ${columnsOf(entity)} from ${quoted(entity.name)} where id = ? and ${where.text}`,
    values: [id, ...where.values],
  })
  if (!row) throw gone()
  await named(ctx, entity.fields, [row])
  return row
}

const auditColumns = 'insert into audit (user_id, request_id, entity, row_id, verb, before, after)'
const auditValues = (ctx: Ctx, entity: AnyEntity, verb: string) => [ctx.actor.id, ctx.request.id, entity.name, verb]
/** A row as the audit keeps it, without its secrets. */
const pictured = (entity: AnyEntity, alias: string) => {
  const hidden = secretsOf(entity).map((name) => `'${quoted(name).slice(1, -1)}'`)
  return hidden.length ? `to_jsonb(${alias}) - array[${hidden.join(', ')}]` : `to_jsonb(${alias})`
}

/** The audit line of a change that no standard verb makes; in the transaction of the change. */
export const note = async (
  ctx: Ctx,
  entity: string,
  rowId: string,
  verb: string,
  before: unknown,
  after: unknown,
): Promise<void> => {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await ctx.db
    .insertInto('audit')
    .values({
      userId: ctx.actor.id,
      requestId: ctx.request.id,
      entity,
      rowId,
      verb,
      before: json(before),
      after: json(after),
    })
    .execute()
}

const writable = (fields: Fields, input: Input) =>
  Object.entries(fields).filter(([name]) => Object.hasOwn(input, name) && input[name] !== undefined)

/** Every dictionary value must be in its dictionary. */
const checkDictionaries = async (ctx: Ctx, fields: Fields, input: Input) => {
  const faults: Fault[] = []
  for (const [name, field] of writable(fields, input)) {
    if ((field.kind !== 'dict' && field.kind !== 'dicts') || !field.of) continue
    const known = (await dictionaries(ctx)).get(field.of)
    const value = input[name]
    const keys = value === null || value === '' ? [] : split(String(value))
    if (keys.some((key) => !known?.has(key)))
      faults.push({ at: name, text: fill(['{0}不在可选范围内', '{0} is not one of the options'], field.label) })
  }
  if (faults.length) throw faulty(faults)
}

/** Adds a row and its audit line in one statement; resolves to its id. Server-owned values go in by `input` too. */
export const insert = async (ctx: Ctx, entity: AnyEntity, input: Input): Promise<{ id: string }> => {
  const fields: Fields = entity.fields
  await checkDictionaries(ctx, fields, input)
  const given: Input = { ...initials(fields), ...input }
  const set = writable(fields, given)
  const own = given.id ? ['id'] : []
  const names = [...own, ...set.map(([name]) => quoted(name)), 'tenant_id', 'create_user', 'create_dept', 'update_user']
  const slots = [...own.map(() => '?'), ...set.map(([, field]) => writeSlot(field)), '?', '?', '?', '?']
  const [row] = await run<{ id: string }>(ctx.db, {
    text: `with made as (insert into ${quoted(entity.name)} (${names.join(', ')}) values (${slots.join(', ')}) returning *),
      noted as (${auditColumns} select ?, ?, ?, made.id, ?, null, ${pictured(entity, 'made')} from made)
      select id::text from made`,
    values: [
      ...(given.id ? [given.id] : []),
      ...set.map(([name, field]) => bound(field, given[name])),
      ...[ctx.actor.tenantId, ctx.actor.id, ctx.actor.deptIds[0] ?? null, ctx.actor.id],
      ...auditValues(ctx, entity, 'insert'),
    ],
  })
  return row as { id: string }
}

const initials = (fields: Fields): Input =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.initial === undefined ? (field.kind === 'tree' ? [[name, '0']] : []) : [[name, field.initial]],
    ),
  )

/** Changes the given fields of a row the caller reaches, with its audit line, in one statement. */
export const change = async (
  ctx: Ctx,
  entity: AnyEntity,
  id: unknown,
  input: Input,
  verb = 'update',
): Promise<{ id: string }> => {
  const fields: Fields = entity.fields
  await checkDictionaries(ctx, fields, input)
  // an empty secret means: leave it as it is
  const set = writable(fields, input).filter(([name, field]) => field.kind !== 'secret' || input[name] !== null)
  const where = reach(ctx, entity)
  const table = quoted(entity.name)
  const sets = [
    ...set.map(([name, field]) => `${quoted(name)} = ${writeSlot(field)}`),
    'update_user = ?',
    'update_time = now()',
  ]
  const [row] = await run<{ id: string }>(ctx.db, {
    text: `with old as (select * from ${table} where id = ? and ${where.text} for update),
      made as (update ${table} t set ${sets.join(', ')} from old where t.id = old.id returning t.*),
      noted as (${auditColumns} select ?, ?, ?, made.id, ?, ${pictured(entity, 'old')}, ${pictured(entity, 'made')} from made, old)
      select id::text from made`,
    values: [
      id,
      ...where.values,
      ...set.map(([name, field]) => bound(field, input[name])),
      ctx.actor.id,
      ...auditValues(ctx, entity, verb),
    ],
  })
  if (!row) throw gone()
  return row
}

const hasChildren = () => new Fail(['请先删除下级数据', 'Please remove what lies below first'])

/** Removes rows softly, all of them or none; a tree's node only once nothing lies below it. */
export const removeRows = (ctx: Ctx, entity: AnyEntity, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    const where = reach(inside, entity)
    const table = quoted(entity.name)
    if (entity.fields.parentId?.kind === 'tree') {
      const below = await run(inside.db, {
        text: `select 1 from ${table} where parent_id = any(?::bigint[]) and not id = any(?::bigint[]) and is_deleted = 0 limit 1`,
        values: [ids, ids],
      })
      if (below.length) throw hasChildren()
    }
    const removed = await run(inside.db, {
      text: `with old as (select * from ${table} where id = any(?::bigint[]) and ${where.text} for update),
        made as (update ${table} t set is_deleted = 1, update_user = ?, update_time = now() from old where t.id = old.id returning t.id),
        noted as (${auditColumns} select ?, ?, ?, old.id, ?, ${pictured(entity, 'old')}, null from old)
        select id from made`,
      values: [ids, ...where.values, inside.actor.id, ...auditValues(inside, entity, 'remove')],
    })
    if (removed.length !== new Set(ids).size) throw gone()
    return null
  })

const submit = (ctx: Ctx, entity: AnyEntity, input: Input) => {
  const needed = `${entity.code}_${input.id ? 'edit' : 'add'}`
  if (!may(ctx, needed)) throw denied()
  return input.id ? change(ctx, entity, input.id, input) : insert(ctx, entity, input)
}

/** The standard handlers of an entity; a special one of the same name stands in `server/<area>/<name>.ts`. */
export const crud = (entity: AnyEntity): Record<string, (ctx: Ctx, input: Input) => Promise<unknown>> => ({
  list: (ctx, input) => pageOf(ctx, entity, input),
  page: (ctx, input) => pageOf(ctx, entity, input),
  forest: async (ctx, input) => forestOf(await rowsOf(ctx, entity, input)),
  lazyList: (ctx, input) => lazyRows(ctx, entity, input),
  detail: (ctx, input) => find(ctx, entity, input.id),
  submit: (ctx, input) => submit(ctx, entity, input),
  save: (ctx, input) => insert(ctx, entity, { ...input, id: undefined }),
  update: (ctx, input) => change(ctx, entity, input.id, input),
  remove: (ctx, input) => removeRows(ctx, entity, split(input.ids as string)),
  select: (ctx, input) => rowsOf(ctx, entity, input),
  tree: async (ctx) => forestOf(nodesOf(entity, await rowsOf(ctx, entity))),
  lazyTree: async (ctx, input) => nodesOf(entity, await lazyRows(ctx, entity, { parentId: input.parentId || '0' })),
})

/** One level of a tree; with filters and no parent, matches of every level. Each row says whether more lies below. */
const lazyRows = async (ctx: Ctx, entity: AnyEntity, input: ListInput): Promise<AnyRow[]> => {
  const { parentId, ...filters } = input
  const everywhere = !parentId && filtersOf(entity.fields, filters).length > 0
  const rows = await rowsOf(ctx, entity, everywhere ? filters : { ...filters, parentId: parentId || '0' })
  const parents = await run<{ id: string }>(ctx.db, {
    text: `select distinct parent_id::text as id from ${quoted(entity.name)} where parent_id = any(?::bigint[]) and is_deleted = 0`,
    values: [rows.map(({ id }) => id)],
  })
  const withBelow = new Set(parents.map(({ id }) => id))
  return rows.map((row) => ({ ...row, hasChildren: withBelow.has(row.id) }))
}
