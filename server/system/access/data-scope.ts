import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { readFilterParameter } from '#contract/kit/filter-suffix.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { comparedColumns, parseColumns, subjectAttributeOf, usualColumn } from '#contract/system/scope-rule.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../../engine/context.ts'
import { findRow, removeRows, saveRow } from '../../engine/crud.ts'
import { restoreRows } from '../../engine/deleted-rows.ts'
import { filtersOf } from '../../engine/filter.ts'
import { allEntities, assertCanDefineScope } from './grants.ts'
import { menuCountsOf } from './menu-counts.ts'

/** Categories of the grants in `role_scope`. */
const grantCategories = { dataScope: 1, apiScope: 2 } as const

/** Throws if a role has one of these scopes: without it the role would show other rows, or close its addresses. */
const assertNotGranted = async (
  ctx: Ctx,
  kind: keyof typeof grantCategories,
  ids: readonly string[],
): Promise<void> => {
  const rows = await run<{ name: string }>(
    ctx.db,
    sql`select r.role_name as name from role_scope g join role r on r.id = g.role_id and r.is_deleted = 0
      where g.scope_category = ${grantCategories[kind]} and g.scope_id = any(${ids}::bigint[]) order by r.sort, r.id`,
  )
  const [first] = rows
  if (first)
    throw new Fail(
      fill(
        [
          '角色“{0}”等 {1} 个角色正在使用，请先在角色权限中取消，再删除',
          'Used by {1} roles, such as “{0}”; take it from the roles first',
        ],
        first.name,
        rows.length,
      ),
    )
}

type Input = Parameters<NonNullable<Handlers<'dataScope'>['submit']>>[1]

const resourceFault = (entity: AnyEntity | undefined, resource: string): Text | null => {
  if (!entity) return fill(['没有编号为“{0}”的资源', 'There is no resource “{0}”'], resource)
  if (entity.shared)
    return fill(
      ['“{0}”为全平台共用数据，不能设置数据权限', '{0} are shared by the whole platform; data scopes do not apply'],
      entity.label,
    )
  if (entity.rows === 'own')
    return fill(
      ['“{0}”只显示本人的数据，不能设置数据权限', 'Users see only their own {0}; data scopes do not apply'],
      entity.label,
    )
  return null
}

const columnFault = (entity: AnyEntity, type: number, column: string): Text | null => {
  const columns = parseColumns(column)
  const allowedColumns = comparedColumns(entity, { type, column })
  const wrong = columns.find((name) => !subjectAttributeOf(entity, name) || !allowedColumns.includes(name))
  if (wrong === undefined) return null
  return fill(['字段“{0}”不能用于此规则', 'The column “{0}” cannot be used for this rule'], wrong)
}

const isCondition = (entity: AnyEntity, name: string, value: string): boolean => {
  try {
    return filtersOf(entity.fields, { [name]: value }).length > 0
  } catch (error) {
    if (error instanceof Fail) return false
    throw error
  }
}

/** Checks the conditions of type 5: each needs a declared field and a valid value. */
const valueFault = (entity: AnyEntity, column: string, value: string): Text | null => {
  const conditions = [...new URLSearchParams(value)]
  const wrong = conditions.find(([name, conditionValue]) => !isCondition(entity, name, conditionValue))
  if (wrong) return fill(['条件“{0}”不正确', 'The condition “{0}” is not valid'], wrong.join('='))
  if (conditions.length === 0 && parseColumns(column).length === 0)
    return ['请至少添加一个条件', 'Please add at least one condition']
  return null
}

/** The conditions with the names of the contract, which the form of a scope shows: `dept_id_equal=1` → `deptId_equal=1`. */
const namedAsDeclared = ({ fields }: AnyEntity, value: string): string => {
  const conditions = [...new URLSearchParams(value)].map(([parameter, conditionValue]) => {
    const read = readFilterParameter({ ...base, ...fields }, parameter)
    return [read ? [read.name, read.suffix].filter(Boolean).join('_') : parameter, conditionValue]
  })
  return new URLSearchParams(conditions).toString()
}

const fieldsFault = (entity: AnyEntity, fields: string): Text | null => {
  const unknown = parseColumns(fields).find((name) => !Object.hasOwn(entity.fields, name))
  if (fields.trim() === '*' || unknown === undefined) return null
  return fill(['没有字段“{0}”', 'There is no field “{0}”'], unknown)
}

/** Normalises a complete scope to the names of the contract; throws faults for anything it cannot express. */
const validate = (input: Input): Input => {
  const { resourceCode = '', scopeType, scopeColumn, scopeValue, scopeField } = input
  const entity = allEntities.find(({ code }) => code === resourceCode)
  const resource = resourceFault(entity, resourceCode ?? '')
  if (resource || !entity) throw faulty([{ at: 'resourceCode', text: resource as Text }])
  const [type, fields] = [Number(scopeType), scopeField?.trim() || '*']
  const column = parseColumns(scopeColumn).join(',')
  const value = type === 5 ? namedAsDeclared(entity, scopeValue ?? '') : ''
  const results: [at: string, text: Text | null][] = [
    ['scopeColumn', type === 1 ? null : columnFault(entity, type, column)],
    ['scopeValue', type === 5 ? valueFault(entity, column, value) : null],
    ['scopeField', fieldsFault(entity, fields)],
  ]
  const faults = results.flatMap(([at, text]): Fault[] => (text ? [{ at, text }] : []))
  if (faults.length) throw faulty(faults)
  const defaultColumn = type === 1 ? '-' : type === 5 ? '' : usualColumn(entity, type)
  return { ...input, scopeColumn: column || defaultColumn, scopeValue: value || null, scopeField: fields }
}

/** Fills in fields that were not sent, so that the whole scope can be validated. */
const mergeWithRow = async (ctx: Ctx, input: Input): Promise<Input> => {
  if (!input.id) return input
  const { menuId, scopeName, resourceCode, scopeType, scopeColumn, scopeValue, scopeField } = await findRow(
    ctx,
    dataScope,
    input.id,
  )
  return { menuId, scopeName, resourceCode, scopeType, scopeColumn, scopeValue, scopeField, ...input }
}

export const dataScopeHandlers: Handlers<'dataScope'> = {
  menuCounts: menuCountsOf(dataScope),
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'data_scope_edit' : 'data_scope_add')
      await assertCanDefineScope(inside, split(input.id), input.resourceCode)
      return saveRow(inside, dataScope, validate(await mergeWithRow(inside, input)))
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      await assertCanDefineScope(inside, split(input.ids))
      const answer = await removeRows(inside, dataScope, split(input.ids))
      await assertNotGranted(inside, 'dataScope', split(input.ids))
      return answer
    }),
  restore: (ctx, input) =>
    tx(ctx, async (inside) => {
      await restoreRows(inside, dataScope, split(input.ids))
      await assertCanDefineScope(inside, split(input.ids))
      return null
    }),
}
