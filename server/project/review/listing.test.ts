import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { library } from '#contract/project/library.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App, Ctx } from '#server/engine/context.ts'
import { contextFor, declarationRow } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { creditCode, documents } from '../../../tests/support/scenario.ts'
import { sql } from '../../base/database/sql.ts'
import { pageOf } from '../../engine/crud.ts'
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

describe('the library row of a listed declaration', () => {
  const addRow = async (values: Record<string, Record<string, unknown>>) => {
    const row = declarationRow({ id: String(++pid), declareNo: `5G-2026-320500-${pid}` })
    await addToLibrary(ctx, row, values)
    return db.selectFrom('library').selectAll().where('pid', '=', row.id).executeTakeFirstOrThrow()
  }

  test('has its declared figures, for any company and project', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
        const values = documents(company, seed) as Record<string, Record<string, unknown>>
        const row = await addRow(values)
        const { information, facilities, innovation } = values as { [part: string]: Record<string, never> }
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

  test('counts a repeated scenario once, and ignores values that are not codes or numbers', async () => {
    const values = documents(company, 7) as Record<string, Record<string, unknown>>
    const scenes = [2, 6, 2, null, '6', 9].map((sceneCode) => ({ sceneCode }))
    const terminals = [3, '4', null, 5].map((qty) => ({ qty }))
    const row = await addRow({
      ...values,
      innovation: { scenes },
      facilities: { ...values.facilities, terminals },
    })
    expect([row.scenes, row.terminals]).toEqual([[2, 6, 9], 8])
  })

  test('has no scenarios and terminals if the declaration has none', async () => {
    const values = documents(company, 8) as Record<string, Record<string, unknown>>
    const row = await addRow({ ...values, innovation: {}, facilities: { network: values.facilities?.network } })
    expect([row.scenes, row.terminals]).toEqual([[], 0])
  })

  test('cannot be added twice', async () => {
    const values = documents(company, 5) as Record<string, Record<string, unknown>>
    const row = declarationRow({ id: String(++pid) })
    await addToLibrary(ctx, row, values)
    await expect(addToLibrary(ctx, row, values)).rejects.toMatchObject({ code: '23505', constraint: 'library_pid_key' })
  })

  test('can be removed, which the audit log records, and added again', async () => {
    const values = documents(company, 6) as Record<string, Record<string, unknown>>
    const { id, pid: of, declareNo } = await addRow(values)
    await removeFromLibrary(ctx, of as string)
    expect((await pageOf(ctx, library, { declareNo_equal: declareNo })).total).toBe(0)
    const { rows } = await sql`select verb from audit where row_id = ${id} order by id`.execute(db)
    expect(rows).toEqual([{ verb: 'insert' }, { verb: 'unlist' }])
    await removeFromLibrary(ctx, of as string)
    await addToLibrary(ctx, declarationRow({ id: of as string }), values)
    const liveRows = await db
      .selectFrom('library')
      .select('id')
      .where('pid', '=', of)
      .where('isDeleted', '=', 0)
      .execute()
    expect(liveRows).toHaveLength(1)
  })
})
