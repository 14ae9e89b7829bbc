import { beforeAll, describe, expect, test } from 'vitest'
import { menu } from '#contract/system/menu.ts'
import { type Lens, permissionLens } from '#contract/system/permission-lens.ts'
import type { Db } from '#server/base/database/db.ts'
import { roleSeeds } from '#server/seed/roles.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'

/** The permission lens of every role a platform starts with, by every menu and button there is, against what its person is answered. */
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

const shownTo = async (person: Caller) => ({
  1: flat((await person.get(menu.calls.routes, {})) as Node[]),
  2: flat((await person.get(menu.calls.buttons, {})) as Node[]),
})

describe.each(roleSeeds.map(({ alias }) => alias))('%s', (alias) => {
  let person: Awaited<ReturnType<typeof createStaff>>
  beforeAll(async () => {
    person = await createStaff(platform, alias)
  })
  /** What the lens says of each menu and button; nothing of it changes while this file runs. */
  const lenses = new Map<string, Lens>()
  const explain = async (code: string): Promise<Lens> => {
    const lens = lenses.get(code) ?? (await admin.get(permissionLens.explain, { userId: person.id, code }))
    lenses.set(code, lens)
    return lens
  }

  test('each menu and button is open in the lens where it is on the screen, and nowhere else', async () => {
    const shown = await shownTo(person)
    const wrong: string[] = []
    for (const { code, category } of menus) {
      const lens = await explain(code)
      if (lens.open !== shown[category as 1 | 2].includes(code)) wrong.push(`${code}: ${lens.open}`)
      const stopped = lens.steps.some(({ passed }) => passed === false)
      if (stopped === lens.open) wrong.push(`${code}: its steps say otherwise`)
    }
    expect(wrong).toEqual([])
    expect(menus.length).toBeGreaterThan(100)
  })

  test('each address the lens names answers as it says', async () => {
    const asked = new Map<string, number>()
    for (const { code } of menus.filter(({ category }) => category === 1))
      for (const { method, path, status } of (await explain(code)).addresses)
        if (method === 'GET' && !path.endsWith('/export')) asked.set(path, status)
    for (const [path, status] of asked) {
      const answer = await person.raw('GET', path)
      await answer.arrayBuffer()
      expect([path, answer.status === 403]).toEqual([path, status === 403])
    }
    expect(asked.size).toBeGreaterThan(30)
  })
})
