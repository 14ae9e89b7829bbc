import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import type { Ctx } from '#server/engine/context.ts'
import { contextFor } from '../../../tests/support/context.ts'
import { addWindow } from '../../../tests/support/declaration-windows.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { wireTime } from '../../base/process/clock.ts'
import { isWindowOpen, readMaterials, readTemplate } from './template-row.ts'

let db: Db
let ctx: Ctx

beforeAll(async () => {
  const platform = await openPlatform()
  db = platform.db
  ctx = await contextFor(platform.app)
})

describe('a window', () => {
  test('is open from its first second until the second before it closes', async () => {
    const [open, closed, off] = [
      await addWindow(db, '开', -1, 5),
      await addWindow(db, '过', -9, -1),
      await addWindow(db, '关', -1, 5, { enabled: 0 }),
    ]
    const states = await Promise.all([open, closed, off].map(async (id) => isWindowOpen(await readTemplate(ctx, id))))
    expect(states).toEqual([true, false, false])
    expect(isWindowOpen(undefined)).toBe(false)
    const template = await readTemplate(ctx, open)
    expect(isWindowOpen(template && { ...template, openAt: wireTime() })).toBe(true)
    expect(isWindowOpen(template && { ...template, closeAt: wireTime() })).toBe(false)
  })

  test('has its materials; a missing window has none', async () => {
    const materials = [{ id: 'a', type: 1, title: '申报书', required: 1 }]
    const id = await addWindow(db, '开', -1, 5, { materials: JSON.stringify(materials) })
    expect(await readMaterials(ctx, id)).toEqual(materials)
    expect(await readMaterials(ctx, null)).toEqual([])
    expect(await readMaterials(ctx, '424242')).toEqual([])
  })
})
