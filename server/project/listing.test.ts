import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { library } from '#contract/project/library.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App, Ctx } from '#server/engine/context.ts'
import { contextFor, declarationRow } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { creditCode, documents } from '../../tests/support/scenario.ts'
import { pageOf } from '../engine/crud.ts'
import { addToLibrary, removeFromLibrary } from './listing.ts'

let app: App
let db: Db
let ctx: Ctx

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  ctx = await contextFor(app)
})

const company = { account: 'a', unitName: '苏州澄川测试有限公司', organizationCode: creditCode(1) }
let pid = 2000

describe('a listed declaration becomes a row of the library', () => {
  const enter = async (filled: Record<string, Record<string, unknown>>) => {
    const row = declarationRow({ id: String(++pid), declareNo: `5G-2026-320500-${pid}` })
    await addToLibrary(ctx, row, filled)
    return db.selectFrom('library').selectAll().where('pid', '=', row.id).executeTakeFirstOrThrow()
  }

  test('with its figures as they were declared, whatever company and project', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
        const filled = documents(company, seed) as Record<string, Record<string, unknown>>
        const row = await enter(filled)
        const { information, facilities, innovation } = filled as { [part: string]: Record<string, never> }
        const network = facilities?.network as { operator: number; networkMode: number } | undefined
        const quantities = (facilities?.terminals as { qty: number }[] | undefined) ?? []
        const codes = ((innovation?.scenes as { sceneCode: number }[] | undefined) ?? []).map(
          ({ sceneCode }) => sceneCode,
        )
        expect(row).toMatchObject({
          projectName: information?.projectName,
          organizationCode: company.organizationCode,
          year: '2026',
          province: information?.province,
          city: information?.city,
          investment: information?.totalInvestment,
          operator: network?.operator,
          networkMode: network?.networkMode,
          isBenchmark: 0,
          demo: 0,
          terminals: quantities.reduce((sum, { qty }) => sum + qty, 0),
        })
        expect([...(row.scenes ?? [])].sort()).toEqual([...new Set(codes)].sort())
        const deepest = [4, 3, 2, 1].map((n) => information?.[`nationalEconomy${n}`]).find(Boolean)
        expect(row.categorize).toBe(deepest)
      }),
      { numRuns: 20 },
    )
  })

  test('a scenario named twice counts once; what is no code and no number counts for nothing', async () => {
    const filled = documents(company, 7) as Record<string, Record<string, unknown>>
    const scenes = [2, 6, 2, null, '6', 9].map((sceneCode) => ({ sceneCode }))
    const terminals = [3, '4', null, 5].map((qty) => ({ qty }))
    const row = await enter({
      ...filled,
      innovation: { scenes },
      facilities: { ...filled.facilities, terminals },
    })
    expect([row.scenes, row.terminals]).toEqual([[2, 6, 9], 8])
  })

  test('without scenarios and terminals it has none', async () => {
    const filled = documents(company, 8) as Record<string, Record<string, unknown>>
    const row = await enter({ ...filled, innovation: {}, facilities: { network: filled.facilities?.network } })
    expect([row.scenes, row.terminals]).toEqual([[], 0])
  })

  test('twice it is refused by the database', async () => {
    const filled = documents(company, 5) as Record<string, Record<string, unknown>>
    const row = declarationRow({ id: String(++pid) })
    await addToLibrary(ctx, row, filled)
    await expect(addToLibrary(ctx, row, filled)).rejects.toMatchObject({ code: '23505', constraint: 'library_pid_key' })
  })

  test('taken out it leaves the list and the audit says so; it may come again', async () => {
    const filled = documents(company, 6) as Record<string, Record<string, unknown>>
    const { id, pid: of, declareNo } = await enter(filled)
    await removeFromLibrary(ctx, of as string)
    expect((await pageOf(ctx, library, { declareNo_equal: declareNo })).total).toBe(0)
    const { rows } = await sql`select verb from audit where row_id = ${id} order by id`.execute(db)
    expect(rows).toEqual([{ verb: 'insert' }, { verb: 'unlist' }])
    await removeFromLibrary(ctx, of as string)
    await addToLibrary(ctx, declarationRow({ id: of as string }), filled)
    const live = await db.selectFrom('library').select('id').where('pid', '=', of).where('isDeleted', '=', 0).execute()
    expect(live).toHaveLength(1)
  })
})
