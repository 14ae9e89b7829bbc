import { beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { library } from '#contract/project/library.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { dict } from '#contract/system/dict.ts'
import { region } from '#contract/system/region.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createRole, createScope } from '../support/roles.ts'
import { createRow, removeCallOf } from '../support/sample-rows.ts'
import { addLibraryRow, createStaff } from '../support/scenario.ts'
import { insertRow } from '../support/tenants.ts'

/** Rows to which others refer are not removed without a word: the refusal says what uses them, and how often. */

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

test('a role, a post and a department of accounts are refused with the number of people', async () => {
  await createRole(platform, admin, 'in.use')
  const people = [await createStaff(platform, 'in.use'), await createStaff(platform, 'in.use')]
  const roleId = (await admin.get(user.calls.detail, { id: people[0]?.id ?? '' })).roleId ?? ''
  expect(await admin.ask(role.calls.remove, { ids: roleId })).toMatchObject({
    status: 400,
    msg: '“in.use”仍在使用：用户 2 条。请先调整这些数据，再删除',
  })
  for (const { id } of people) await admin.get(user.calls.update, { id, roleId: '' })
  expect((await admin.ask(role.calls.remove, { ids: roleId })).status).toBe(200)
})

test('an entry of a dictionary is refused while a row has its key, and a region while a row has its code', async () => {
  const id = await addLibraryRow(admin, { city: '320500', operator: 2 })
  const operators = await admin.get(dict.calls.dictionary, { code: 'project_facilities_operator' })
  const telecom = operators.find(({ dictKey }) => dictKey === '2')
  const answer = await admin.ask(dict.calls.remove, { ids: telecom?.id ?? '' })
  expect(answer).toMatchObject({ status: 400, msg: '“中国电信”仍在使用：入库项目 1 条。请先调整这些数据，再删除' })
  const gusu = (await admin.get(region.calls.select, { code: '320500' })).at(-1)
  await admin.get(library.calls.submit, { id, city: gusu?.code ?? '' } as never)
  expect((await admin.ask(region.calls.remove, { id: gusu?.code ?? '' })).msg).toContain('仍在使用：入库项目 1 条')
})

test('a data scope is refused while a role has it', async () => {
  const id = await createScope(admin, { resourceCode: 'post', scopeType: 2 })
  await createRole(platform, admin, 'has.scope', { scopes: [id] })
  expect(await admin.ask(dataScope.calls.remove, { ids: id })).toMatchObject({
    status: 400,
    msg: '角色“has.scope”等 1 个角色正在使用，请先在角色权限中取消，再删除',
  })
})

/**
 * A job server that takes no calls may be removed although it has jobs (job-sync.test.ts); a model takes its fields and settings along
 * (development.test.ts).
 */
const unprotected = [
  'company.deptId',
  'jobInfo.jobServerId',
  'modelPrototype.modelId',
  'codeGeneration.modelId',
  'codeGeneration.subModelId',
]

const all = Object.values(entities) as AnyEntity[]
/** Every reference of a table to a row that can be removed, except accounts, which leave traces in all they did. */
const references = all
  // tenants: datasource.test.ts, tenant-bounds.test.ts
  .filter(({ isView, name }) => !isView && name !== 'tenant')
  .flatMap((entity) =>
    Object.entries(entity.fields as Fields)
      .filter(
        ([, { kind, of }]) => ['ref', 'refs'].includes(kind) && of !== undefined && of !== 'user' && of !== entity.name,
      )
      .map(([name, field]) => [entity, name, all.find((one) => one.name === field.of) as AnyEntity] as const),
  )
  .filter(
    ([entity, name, target]) =>
      'remove' in target.calls && target.name !== 'declaration' && !unprotected.includes(`${entity.name}.${name}`),
  )

test.each(references.map((one) => [`${one[0].name}.${one[1]}`, ...one] as const))(
  '%s protects the row that it refers to',
  async (_name, entity, name, target) => {
    const { id } = await createRow(platform, admin, target)
    const userId = await insertRow(platform.db, entity, {
      tenantId: '000000',
      createUser: '1',
      mark: '引用',
      idsByEntity: { [target.name]: id },
      more: { [name]: id },
    })
    expect(userId).toMatch(/^\d+$/)
    const { status, msg } = await admin.ask(removeCallOf(target), { ids: id })
    expect([status, /使用|仍|不能删除|还有/.test(msg)]).toEqual([400, true])
  },
)
