import { beforeAll, describe, expect, test } from 'vitest'
import { menu } from '#contract/system/menu.ts'
import { type Lens, permissionLens } from '#contract/system/permission-lens.ts'
import type { Db } from '#server/base/database/db.ts'
import { roleSeeds } from '#server/seed/roles.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'

/** For every built-in role, the permission lens of each menu and button is compared with the responses a user of that role gets. */
let platform: Platform
let admin: Caller
let db: Db

type Node = { code: string; children?: Node[] }
const flat = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(({ code, children }) => [code, ...flat(children ?? [])])

let menus: { code: string; category: number }[] = []
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  db = platform.db
  const rows = await db.selectFrom('menu').select(['code', 'category']).where('isDeleted', '=', 0).execute()
  menus = rows.map(({ code, category }) => ({ code, category: Number(category) }))
})

const visibleCodesFor = async (person: Caller) => ({
  1: flat((await person.get(menu.calls.routes, {})) as Node[]),
  2: flat((await person.get(menu.calls.buttons, {})) as Node[]),
})

describe.each(roleSeeds.map(({ alias }) => alias))('role %s', (alias) => {
  let person: Awaited<ReturnType<typeof createStaff>>
  beforeAll(async () => {
    person = await createStaff(platform, alias)
  })
  /** A cache: permissions do not change while this file runs. */
  const lenses = new Map<string, Lens>()
  const explain = async (code: string): Promise<Lens> => {
    const lens = lenses.get(code) ?? (await admin.get(permissionLens.explain, { userId: person.id, code }))
    lenses.set(code, lens)
    return lens
  }

  test('the permission lens shows a menu or button as open exactly when the user sees it', async () => {
    const visible = await visibleCodesFor(person)
    const mismatches: string[] = []
    for (const { code, category } of menus) {
      const lens = await explain(code)
      if (lens.open !== visible[category as 1 | 2].includes(code)) mismatches.push(`${code}: ${lens.open}`)
      const isStopped = lens.steps.some(({ passed }) => passed === false)
      if (isStopped === lens.open) mismatches.push(`${code}: its steps say otherwise`)
    }
    expect(mismatches).toEqual([])
    expect(menus.length).toBeGreaterThan(100)
  })

  test('the addresses in the permission lens answer 403 exactly when it says so', async () => {
    const statuses = new Map<string, number>()
    for (const { code } of menus.filter(({ category }) => category === 1))
      for (const { method, path, status } of (await explain(code)).addresses)
        if (method === 'GET' && !path.endsWith('/export')) statuses.set(path, status)
    for (const [path, status] of statuses) {
      const response = await person.raw('GET', path)
      await response.arrayBuffer()
      expect([path, response.status === 403]).toEqual([path, status === 403])
    }
    expect(statuses.size).toBeGreaterThan(30)
  })
})
