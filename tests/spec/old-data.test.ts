import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { menu } from '#contract/system/menu.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, type Enterprise, openWindow } from '../support/scenario.ts'

/** What migrations make of rows as an older version left them. */
let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await openWindow(admin, { maxPerCompany: 100, allowRedeclare: 1 })
})

const bringUpToDate = async (name: string) => {
  const text = await readFile(`server/migrations/${name}.sql`, 'utf8')
  await platform.db.transaction().execute((db) => sql.raw(text).execute(db))
}

describe('a declaration whose code somebody typed (0030)', () => {
  let author: Enterprise
  let other: Enterprise
  let id: string

  beforeAll(async () => {
    author = await createEnterprise(platform)
    other = await createEnterprise(platform)
    id = (await author.get(declaration.calls.save, { projectName: '改投他人' })).id
    await sql`update declaration set organization_code = ${other.organizationCode}, commpany_name = ${other.unitName}
      where id = ${id}`.execute(platform.db)
    const typed = JSON.stringify({ organizationCode: other.organizationCode, commpanyName: other.unitName })
    await sql`update declaration_part set body = body || ${typed}::jsonb where pid = ${id}`.execute(platform.db)
  })

  test('comes back to the company that started it, and the other one has it no more', async () => {
    expect((await author.ask(declaration.calls.detail, { id })).status).toBe(404)
    await bringUpToDate('0030-owner-of-declarations')
    const own = { organizationCode: author.organizationCode, commpanyName: author.unitName, projectName: '改投他人' }
    expect(await author.get(declaration.calls.detail, { id })).toMatchObject(own)
    expect((await author.get(declaration.calls.page, {})).records).toMatchObject([own])
    expect((await other.ask(declaration.calls.detail, { id })).status).toBe(404)
  })
})

describe('menus as they were sown before (0045, 0047)', () => {
  const leads = async (...codes: string[]) => {
    const rows = await platform.db
      .selectFrom('menu')
      .select(['code', 'path', 'source'])
      .where('code', 'in', codes)
      .execute()
    return Object.fromEntries(rows.map(({ code, path, source }) => [code, [path, source]]))
  }

  test('lead where clients of the family have their screens; what an administrator chose stays', async () => {
    const sown = await leads('role', 'region')
    const setTo = (code: string, path: string, source: string) =>
      platform.db.updateTable('menu').set({ path, source }).where('code', '=', code).execute()
    await setTo('role', '/system/role', 'role')
    await setTo('region', '/own/region', 'iconfont own')
    const added = {
      name: '外部系统',
      code: 'outside',
      alias: 'menu',
      sort: 9,
      category: 1,
      action: 1,
      isOpen: 2,
    } as const
    await admin.get(menu.calls.submit, { ...added, path: 'https://example.com', source: 'user' })
    for (const name of ['0045-menu-paths', '0047-menu-icons']) await bringUpToDate(name)
    expect(await leads('role', 'region', 'outside')).toEqual({
      role: sown.role,
      region: ['/own/region', 'iconfont own'],
      outside: ['https://example.com', 'iconfont iconicon_principal sign-user'],
    })
    expect(sown.role?.[0]).toBe('/authority/role')
  })
})
