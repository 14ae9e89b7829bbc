import type { AnyEntity } from '#contract/kit/entity.ts'
import { notFound } from '#contract/kit/fail.ts'
import { type Fields, nameKey } from '#contract/kit/field.ts'
import { fill, listText, localize, type Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import type { LensDetail, LensStep } from '#contract/system/permission-lens.ts'
import { comparedColumns, type SubjectAttribute, subjectAttributeOf } from '#contract/system/scope-rule.ts'
import { columnLabel, scopeWords, subjectAttributeWords } from '#contract/system/scope-words.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { identifier, selectList } from '../../engine/column-types.ts'
import type { Ctx, Scope } from '../../engine/context.ts'
import { addDisplayNames, dictName, regionName } from '../../engine/labels.ts'
import { grantsFor, hiddenFields, type RowGrant, rowFilter } from '../../engine/scope.ts'
import { detail, placeOf, roleAt, type Subject, step } from './subject.ts'

export type Row = Record<string, unknown> & {
  id: string
  isDeleted: number
  isVisible: boolean
  grantResults: boolean[]
}

const baseReferences: Fields = {
  createUser: { ...base.createUser, of: 'user' },
  createDept: { ...base.createDept, of: 'dept' },
}

/** A row the caller may see, removed or not, with the results of each of the person's row grants and of their whole filter. */
export const rowFor = async (caller: Ctx, subject: Subject, entity: AnyEntity, rowId: string): Promise<Row> => {
  const grants = grantsFor(subject.actor, entity) ?? []
  const tests = [...grants.map(({ test }) => test), rowFilter(subject.ctx, entity)]
  const [liveRows, removedRows] = [rowFilter(caller, entity), rowFilter(caller, entity, 1)]
  const answers = sql.join(tests.map((test) => sql`coalesce((${test}), false)`))
  const [row] = await run<Row & { answers: boolean[] }>(
    caller.db,
    sql`select ${selectList(entity.fields)}, array[${answers}] as answers from ${identifier(entity.name)}
      where id = ${rowId} and ((${liveRows}) or (${removedRows}))`,
  )
  if (!row) throw notFound()
  await addDisplayNames(caller, { ...baseReferences, ...entity.fields }, [row])
  return { ...row, grantResults: row.answers.slice(0, -1), isVisible: row.answers.at(-1) === true }
}

export const titleIn = (entity: AnyEntity, row: Row): string => String(row[entity.title] ?? row.id)

const unset: Text = ['未设置', 'not set']

const localRegionName = async (ctx: Ctx, code: string) => {
  const name = await regionName(ctx, code)
  return name && localize(name, ctx.lang)
}

/** The person's value that a column is compared with, as text. */
const attributeValue = async ({ ctx, actor }: Subject, attribute: SubjectAttribute): Promise<string> => {
  const orUnset = (value: string | null | undefined) => value || localize(unset, ctx.lang)
  if (attribute === 'user') return actor.realName || actor.account
  if (attribute === 'organization') return orUnset(actor.organizationCode)
  if (attribute === 'region') return orUnset(actor.region && (await localRegionName(ctx, actor.region)))
  if (attribute === 'operator') {
    const name =
      actor.operator === null ? undefined : await dictName(ctx, 'project_facilities_operator', actor.operator)
    return orUnset(name && localize(name, ctx.lang))
  }
  const record = { ids: actor.deptIds.join(',') }
  const rows = await addDisplayNames(ctx, { ids: { kind: 'refs', label: ['', ''], of: 'dept' } }, [
    record as Record<string, unknown>,
  ])
  return orUnset(rows[0]?.idsName as string | null)
}

const valueIn = (row: Row, column: string): unknown => row[nameKey(column)] ?? row[column]

const comparisons = async (subject: Subject, entity: AnyEntity, scope: Scope, row: Row): Promise<LensDetail[]> => {
  if (scope.type === 1) return []
  const details: LensDetail[] = []
  for (const column of comparedColumns(entity, scope)) {
    const attribute = subjectAttributeOf(entity, column)
    if (!attribute) continue
    const value = valueIn(row, column)
    const valueText: Text =
      value === null || value === undefined || value === '' ? unset : [String(value), String(value)]
    const words: Text = ['该数据的{0}：{1}；{2}：{3}', '{0} of the row: {1}; {2}: {3}']
    details.push(
      detail(
        subject.ctx,
        fill(
          words,
          columnLabel(entity, column),
          valueText,
          subjectAttributeWords[attribute],
          await attributeValue(subject, attribute),
        ),
      ),
    )
  }
  return details
}

const grantDetails = async (
  subject: Subject,
  entity: AnyEntity,
  { scope }: RowGrant,
  row: Row,
  passes: boolean,
): Promise<LensDetail[]> => {
  const { ctx, roleGrants } = subject
  if (!scope) return [detail(ctx, ['只见本人创建的数据', 'Only rows this user created are visible'], passes)]
  const roles = roleGrants.filter(({ scopes }) => scopes.some(({ id }) => id === scope.id)).map(({ name }) => name)
  const words: Text = ['数据权限“{0}”（角色“{1}”）：{2}', 'Data scope “{0}” (role “{1}”): {2}']
  const scopePlace = scope.id ? placeOf('data-scope', 'scopeName', scope.name) : null
  return [
    detail(ctx, fill(words, scope.name, roles.join('、'), scopeWords(entity, scope)), passes, scopePlace),
    ...(await comparisons(subject, entity, scope, row)),
  ]
}

/** Explains why no data scope restricts this entity for the person. */
const openStep = (subject: Subject, entity: AnyEntity): LensStep => {
  const { ctx, actor, roleGrants } = subject
  if (actor.rights.administrator)
    return step(ctx, 'dataScope', true, [
      '超级管理员不受数据权限限制',
      'Data scopes do not restrict super administrators',
    ])
  if (entity.shared)
    return step(ctx, 'dataScope', true, [
      '该数据为全平台共用，不受数据权限限制',
      'It is shared by the whole platform: data scopes do not apply',
    ])
  const unrestrictedRoles = roleGrants.filter(
    ({ menus, scopes }) =>
      menus.some(({ code }) => code === entity.code) && !scopes.some(({ resource }) => resource === entity.code),
  )
  const text: Text = unrestrictedRoles.length
    ? fill(
        [
          '角色“{0}”有此菜单而没有数据权限：可见本租户全部{1}',
          'The role “{0}” has the menu but no data scope: all rows of the tenant are visible ({1})',
        ],
        unrestrictedRoles.map(({ name }) => name).join('、'),
        entity.label,
      )
    : fill(
        [
          '该用户的角色没有{0}的数据权限：可见本租户全部数据',
          'No role of this user has a data scope on {0}: all rows of the tenant are visible',
        ],
        entity.label,
      )
  return step(
    ctx,
    'dataScope',
    true,
    text,
    unrestrictedRoles.map((one) => detail(ctx, [one.name, one.name], true, roleAt(one))),
  )
}

const dataScopeStep = async (subject: Subject, entity: AnyEntity, row: Row): Promise<LensStep> => {
  const grants = grantsFor(subject.actor, entity)
  if (!grants) return openStep(subject, entity)
  const details: LensDetail[] = []
  for (const [i, grant] of grants.entries())
    details.push(...(await grantDetails(subject, entity, grant, row, row.grantResults[i] === true)))
  const passed = row.grantResults.some(Boolean)
  const text: Text = passed
    ? ['数据权限允许该用户查看该数据（满足其一即可）', 'A data scope lets this user see the row (one is enough)']
    : ['该用户的数据权限均不包含该数据', 'No data scope of this user contains the row']
  return step(subject.ctx, 'dataScope', passed, text, details, '/system/data-scope')
}

const existenceStep = ({ ctx, actor }: Subject, row: Row): LensStep =>
  row.isDeleted === 0
    ? step(
        ctx,
        'row',
        true,
        fill(['该数据未被删除，与该用户同属租户 {0}', 'The row exists in the user’s tenant {0}'], actor.tenantId),
      )
    : step(ctx, 'row', false, ['该数据已被删除，只在回收站中', 'The row was deleted and is only in the recycle bin'])

const columnsStep = ({ ctx, actor }: Subject, entity: AnyEntity): LensStep[] => {
  const hidden = [...hiddenFields(actor, entity)]
  if (hidden.length === 0) return []
  const labels = listText(hidden.map((name) => columnLabel(entity, name)))
  const text: Text = ['数据权限不显示这些字段：{0}', 'The data scopes hide these fields: {0}']
  return [step(ctx, 'columns', null, fill(text, labels), [], '/system/data-scope')]
}

/** The rules that apply to a row, in the order of the query. */
export const rowSteps = async (subject: Subject, entity: AnyEntity, row: Row): Promise<LensStep[]> => [
  existenceStep(subject, row),
  await dataScopeStep(subject, entity, row),
  ...columnsStep(subject, entity),
]
