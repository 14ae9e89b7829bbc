import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { isMultiple, typeOf } from '#contract/kit/kinds.ts'
import { fill, listText, type Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from './column-types.ts'
import type { App, Ctx } from './context.ts'

/** Rows of one entity that refer to a row. */
export interface Use {
  readonly entity: string
  readonly label: Text
  readonly count: number
  /** The title of one of them. */
  readonly example: string
}

/** The message for a row that is in use, by its title. */
export type InUseMessage = (title: string, uses: readonly [Use, ...Use[]]) => Text

/** People leave traces in everything they did; their accounts are removed all the same. */
const exemptTargets = ['user']
/** References that are made again when they are needed. */
const exemptFields = ['company.deptId']

const amount: Text = ['{0} {1} 条', '{0} ({1})']
const inUse: InUseMessage = (title, uses) => {
  const list = listText(uses.map(({ label, count }) => fill(amount, label, count)))
  return fill(
    ['“{0}”仍在使用：{1}。请先调整这些数据，再删除', '“{0}” is still used: {1}. Change these rows first'],
    title,
    list,
  )
}

/** SQL: whether the column of a row `u` refers to the row `t` of the entity; null if the field never does. */
const refersTo = (entity: AnyEntity, name: string, field: Field): Fragment | null => {
  const { kind, of } = field
  const column = sql`u.${identifier(name)}`
  if (of === entity.name && typeOf(field) === 'reference')
    return isMultiple(kind) ? sql`t.id = any(${column})` : sql`${column} = t.id`
  // regions are referred to by their code, entries of dictionaries by code and key
  if (entity.name === 'region' && of === 'region' && kind === 'code') return sql`${column} = t.code`
  if (entity.name === 'region' && of === 'region' && kind === 'codes') return sql`t.code = any(${column})`
  if (entity.name === 'dict' && kind === 'dict')
    return sql`(t.code = ${of} and t.parent_id <> 0 and ${column}::text = t.dict_key)`
  if (entity.name === 'dict' && kind === 'dicts')
    return sql`(t.code = ${of} and t.parent_id <> 0 and t.dict_key = any(${column}::text[]))`
  return null
}

/** SQL for each entity with fields that refer to the rows `t`: whether a row `u` of it does. */
const usesOf = (app: App, entity: AnyEntity): (readonly [AnyEntity, Fragment])[] =>
  Object.values(app.entities).flatMap((user) => {
    // a tree has its own check of the rows below
    if (user.isView || user.name === entity.name) return []
    const tests = Object.entries(user.fields as Fields).flatMap(([name, field]) =>
      exemptFields.includes(`${user.name}.${name}`) ? [] : (refersTo(entity, name, field) ?? []),
    )
    return tests.length ? [[user, sql`(${sql.join(tests, sql` or `)})`] as const] : []
  })

/** Throws if live rows refer to one of these rows, which the same transaction has removed. */
export const assertUnused = async (
  ctx: Ctx,
  entity: AnyEntity,
  ids: readonly string[],
  message: InUseMessage = inUse,
): Promise<void> => {
  const users = exemptTargets.includes(entity.name) ? [] : usesOf(ctx.app, entity)
  if (users.length === 0) return
  const parts = users.map(
    ([
      { name, title },
      test,
    ]) => sql`select t.id, t.${identifier(entity.title)}::text as title, ${sql.lit(name)} as entity,
        count(*)::int as count, min(u.${identifier(title)}::text) as example
      from ${identifier(entity.name)} t join ${identifier(name)} u on ${test}
      where t.id = any(${ids}::bigint[]) and u.is_deleted = 0 group by t.id`,
  )
  const rows = await run<{ id: string; title: string; entity: string; count: number; example: string | null }>(
    ctx.db,
    sql.join(parts, sql` union all `),
  )
  const [first] = rows
  if (!first) return
  const uses = rows
    .filter(({ id }) => id === first.id)
    .map(({ entity: name, count, example }) => {
      const { rowLabel, label } = ctx.app.entities[name] as AnyEntity
      return { entity: name, label: rowLabel ?? label, count, example: example ?? '' }
    })
  throw new Fail(message(first.title, uses as [Use, ...Use[]]))
}
