import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { menu } from '#contract/system/menu.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, type Enterprise, openWindow } from '../support/scenario.ts'

/** How migrations change rows of older versions. */
let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await openWindow(admin, { maxPerCompany: 100, allowRedeclare: 1 })
})

const runMigration = async (name: string) => {
  const text = await readFile(`server/migrations/${name}.sql`, 'utf8')
  await platform.db.transaction().execute((db) => sql.raw(text).execute(db))
}

describe('a declaration with a credit code entered by hand (migration 0030)', () => {
  let author: Enterprise
  let other: Enterprise
  let id: string

  beforeAll(async () => {
    author = await createEnterprise(platform)
    other = await createEnterprise(platform)
    id = (await author.get(declaration.calls.save, { projectName: '改投他人' })).id
    await sql`update declaration set organization_code = ${other.organizationCode}, commpany_name = ${other.unitName}
      where id = ${id}`.execute(platform.db)
    const otherOwner = JSON.stringify({ organizationCode: other.organizationCode, commpanyName: other.unitName })
    await sql`update declaration_part set body = body || ${otherOwner}::jsonb where pid = ${id}`.execute(platform.db)
  })

  test('returns to the company that created it and disappears from the other company', async () => {
    expect((await author.ask(declaration.calls.detail, { id })).status).toBe(404)
    await runMigration('0030-owner-of-declarations')
    const expected = {
      organizationCode: author.organizationCode,
      commpanyName: author.unitName,
      projectName: '改投他人',
    }
    expect(await author.get(declaration.calls.detail, { id })).toMatchObject(expected)
    expect((await author.get(declaration.calls.page, {})).records).toMatchObject([expected])
    expect((await other.ask(declaration.calls.detail, { id })).status).toBe(404)
  })
})

describe('menus of an older seed (migrations 0045, 0047, 0062, 0097)', () => {
  const pathsAndIcons = async (...codes: string[]) => {
    const rows = await platform.db
      .selectFrom('menu')
      .select(['code', 'path', 'source'])
      .where('code', 'in', codes)
      .execute()
    return Object.fromEntries(rows.map(({ code, path, source }) => [code, [path, source]]))
  }

  test('get the paths and icons that BladeX clients use, unless an administrator changed them', async () => {
    const seeded = await pathsAndIcons('role', 'region')
    const setTo = (code: string, path: string, source: string) =>
      platform.db.updateTable('menu').set({ path, source }).where('code', '=', code).execute()
    await setTo('role', '/system/role', 'role')
    await setTo('region', '/own/region', 'iconfont own')
    const newMenu = {
      name: '外部系统',
      code: 'outside',
      alias: 'menu',
      sort: 9,
      category: 1,
      action: 1,
      isOpen: 2,
    } as const
    await admin.get(menu.calls.submit, { ...newMenu, path: 'https://example.com', source: 'user' })
    for (const name of ['0045-menu-paths', '0047-menu-icons']) await runMigration(name)
    expect(await pathsAndIcons('role', 'region', 'outside')).toEqual({
      role: seeded.role,
      region: ['/own/region', 'iconfont own'],
      outside: ['https://example.com', 'iconfont iconicon_principal sign-user'],
    })
    expect(seeded.role?.[0]).toBe('/authority/role')
    const deployment = await pathsAndIcons('flow_deploy')
    await platform.db.updateTable('menu').set({ path: '/flow/flow-deploy' }).where('code', '=', 'flow_deploy').execute()
    await runMigration('0097-path-of-deployment')
    expect(await pathsAndIcons('flow_deploy')).toEqual(deployment)
  })

  test('get the words of this version, unless an administrator changed them', async () => {
    const nameOf = async (code: string) => {
      const row = await platform.db.selectFrom('menu').select(['name', 'nameEn']).where('code', '=', code).execute()
      return [row[0]?.name, row[0]?.nameEn]
    }
    const rename = (code: string, name: string, nameEn: string) =>
      platform.db.updateTable('menu').set({ name, nameEn }).where('code', '=', code).execute()
    const seeded = await nameOf('tenant_recycle')
    await rename('tenant_recycle', '回收', 'Recycle')
    await rename('user_role', '分配角色', 'Set roles')
    await runMigration('0062-menu-wording')
    expect(await nameOf('tenant_recycle')).toEqual(seeded)
    expect(seeded).toEqual(['停用租户', 'Suspend'])
    expect(await nameOf('user_role')).toEqual(['分配角色', 'Set roles'])
    const states = await nameOf('flow_manager_state')
    await rename('flow_manager_state', '变更状态', 'Change state')
    await rename('post_delete', '删除', 'Remove')
    await rename('outbox', '发件箱', 'Sending queue')
    await runMigration('0139-words-of-menus')
    expect(await nameOf('flow_manager_state')).toEqual(states)
    expect(await nameOf('post_delete')).toEqual(['删除', 'Delete'])
    expect(await nameOf('outbox')).toEqual(['发件箱', 'Outgoing messages'])
    await rename('flow', '流程管理', 'Workflow')
    await rename('log_error', '错误日志', 'Faults')
    await runMigration('0160-english-names-of-menus')
    expect(await nameOf('flow')).toEqual(['流程管理', 'Processes'])
    expect(await nameOf('log_error')).toEqual(['错误日志', 'Faults'])
  })
})
