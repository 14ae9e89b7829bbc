import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { parts } from '#contract/project/parts.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App, Ctx } from '#server/engine/context.ts'
import { contextFor } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { sql } from '../../base/database/sql.ts'
import { compareVersions, freeze, frozenVersions, unchangedPlaces } from './freeze.ts'

let app: App
let db: Db
let ctx: Ctx

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  ctx = await contextFor(app)
})

let pid = 2000

describe('a submitted declaration', () => {
  const textOf = async (id: string, loop: number) =>
    (
      await sql<{
        text: string
      }>`select snapshot::text as text from declaration_version where pid = ${id} and loop = ${loop}`.execute(db)
    ).rows[0]?.text ?? ''

  test('is frozen with all parts, as a text whose SHA-256 anybody can check', async () => {
    const id = String(++pid)
    const document = fc.dictionary(
      fc.constantFrom('b', 'a', 'longer', '中'),
      fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('\\u')),
    )
    const some = fc.dictionary(fc.constantFrom(...parts.map(({ code }) => code)), document)
    let loop = 0
    await fc.assert(
      fc.asyncProperty(some, async (documents) => {
        await freeze(ctx, id, documents)
        const [version] = await frozenVersions(ctx, id)
        const text = await textOf(id, loop)
        expect(version).toMatchObject({ loop, hash: createHash('sha256').update(text).digest('hex'), frozenBy: '1' })
        expect(Object.keys(version?.snapshot as object).sort()).toEqual(parts.map(({ code }) => code).sort())
        loop++
      }),
      { numRuns: 25 },
    )
  })

  test('is never changed or removed', async () => {
    const id = String(++pid)
    await freeze(ctx, id, { contact: { leaderName: '甲' } })
    for (const statement of ["update declaration_version set hash = 'x'", 'delete from declaration_version'])
      await expect(sql.raw(`${statement} where pid = ${id}`).execute(db)).rejects.toThrow('never changed or removed')
  })

  test('shows which values are still the same: at a field, in the row of a cell, in a whole part', async () => {
    const id = String(++pid)
    const results = [
      { id: 'r1', before: 1, after: 2 },
      { id: 'r2', before: 3, after: 4 },
    ]
    const submitted = { contact: { leaderName: '甲' }, innovation: { results }, material: { list: [] } }
    await freeze(ctx, id, submitted)
    const places = ['contact.leaderName', 'innovation.results.r1.after', 'innovation.results.r2.after', 'material']
    expect(await unchangedPlaces(ctx, id, places, submitted)).toEqual(places)
    const corrected = { ...submitted, innovation: { results: [{ id: 'r1', before: 0, after: 2 }, results[1]] } }
    expect(await unchangedPlaces(ctx, id, places, corrected)).toEqual([
      'contact.leaderName',
      'innovation.results.r2.after',
      'material',
    ])
    expect(await unchangedPlaces(ctx, id, [], corrected)).toEqual([])
  })

  test('is compared with the previous one: what changed, and whether a remark required it', async () => {
    const id = String(++pid)
    expect(await compareVersions(ctx, id)).toEqual([])
    await freeze(ctx, id, { contact: { leaderName: '甲', email: 'a@example.com' } })
    expect(await compareVersions(ctx, id)).toEqual([])
    const remarks = JSON.stringify([{ at: 'contact.leaderName', text: '请核对' }])
    const move = { pid: id, move: 'cityReturn', fromStage: 20, toStage: 70, loop: 0, remarks }
    await db
      .insertInto('declarationMove')
      .values({ ...move, userId: null, office: null, comment: null, score: null })
      .execute()
    await freeze(ctx, id, { contact: { leaderName: '乙', email: 'b@example.com' } })
    const changes = await compareVersions(ctx, id)
    expect(new Map(changes.map(({ at, ...rest }) => [at, rest]))).toEqual(
      new Map([
        ['contact.leaderName', { before: '甲', after: '乙', flagged: true }],
        ['contact.email', { before: 'a@example.com', after: 'b@example.com', flagged: false }],
      ]),
    )
  })
})
