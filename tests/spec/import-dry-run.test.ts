import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { backgroundJob } from '#contract/job/background-job.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { uploadSheet, waitForJob, xlsx } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'

/** An import does exactly what its check has predicted, and the check itself changes nothing. */
let platform: Platform

const { calls } = backgroundJob
let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

/** A line of a sheet of dictionaries: heads and entries of a few codes, some of them invalid. */
const line = fc.record({
  code: fc.constantFrom('甲', '乙', '丙', ''),
  key: fc.constantFrom('-1', '1', '2', '3'),
  name: fc.constantFrom('名称一', '名称二', ''),
  sort: fc.constantFrom<string | number>(1, 2, '第三', -1),
  sealed: fc.constantFrom('是', '否', '也许'),
})
const sheet = fc.array(line, { minLength: 2, maxLength: 12 })
const header = ['字典编号*', '字典键值', '字典名称*', '字典排序*', '封存*']

interface Line {
  readonly code: string
  readonly key: string
  readonly name: string
  readonly sort: string | number
  readonly sealed: string
}

const bytesOf = (lines: readonly Line[], prefix: string) =>
  xlsx(
    header,
    ...lines.map(({ code, key, name, sort, sealed }) => [code && `${prefix}${code}`, key, name, sort, sealed]),
  )

interface State {
  readonly rows: number
  readonly digest: string | null
}
const state = async (prefix: string): Promise<State> => {
  const [row] = await run<State>(
    platform.db,
    sql`select count(*)::int as rows, md5(string_agg(id || code || dict_key || dict_value || sort || is_sealed, ',' order by id)) as digest
      from dict where is_deleted = 0 and code like ${`${prefix}%`}`,
  )
  return row as State
}
const databaseState = async (): Promise<string> => {
  const query = sql`select (select count(*) from dict) || ' ' || (select count(*) from audit) || ' ' || (select max(id) from dict) as digest`
  return (await run<{ digest: string }>(platform.db, query))[0]?.digest ?? ''
}

/** Checks a sheet and imports its valid rows, if any. */
const checkAndImport = async (bytes: Buffer, isCovered: 0 | 1, prefix: string) => {
  const before = await databaseState()
  const { data } = await uploadSheet(admin, 'dict', bytes, { isCovered })
  await waitForJob(admin, data.id)
  expect(await databaseState()).toBe(before)
  const result = await admin.get(calls.checkResult, { id: data.id })
  const [was, job] = [await state(prefix), result.right ? await importRows(data.id) : null]
  return { result, was, job, now: await state(prefix) }
}
const importRows = async (id: string) => {
  const importJob = await admin.get(calls.confirmImport, { id, onlyRight: 1 })
  return waitForJob(admin, String(importJob.id))
}

let serial = 0

describe('the check of a sheet and its import', () => {
  test('agree on every row of any sheet', async () => {
    await fc.assert(
      fc.asyncProperty(sheet, sheet, fc.constantFrom<0 | 1>(0, 1), async (first, second, isCovered) => {
        const prefix = `试${++serial}`
        for (const [n, lines] of [first, second].entries()) {
          const coverMode = n === 0 ? 0 : isCovered
          const { result, was, job, now } = await checkAndImport(await bytesOf(lines, prefix), coverMode, prefix)
          const { right, wrong, added, updated } = result
          expect([right + wrong, added + updated]).toEqual([lines.length, right])
          expect(coverMode === 1 || updated === 0).toBe(true)
          expect(now.rows - was.rows).toBe(added)
          if (job) expect(job).toMatchObject({ state: 'done', message: `新增 ${added} 行，更新 ${updated} 行` })
          else expect(now).toEqual(was)
        }
      }),
      { numRuns: 12 },
    )
  })

  test('agree a second time: without covering all rows are duplicates, with covering nothing changes', async () => {
    const lines = [
      { code: '甲', key: '-1', name: '名称一', sort: 1, sealed: '否' },
      { code: '甲', key: '1', name: '名称二', sort: 2, sealed: '否' },
    ]
    const bytes = await bytesOf(lines, '重')
    expect((await checkAndImport(bytes, 0, '重')).result).toMatchObject({ right: 2, wrong: 0, added: 2, updated: 0 })
    const again = await checkAndImport(bytes, 0, '重')
    expect(again.result).toMatchObject({ right: 0, wrong: 2 })
    const covering = await checkAndImport(bytes, 1, '重')
    expect(covering.result).toMatchObject({ right: 2, wrong: 0, added: 0, updated: 2 })
    expect(covering.now).toEqual(again.now)
  })

  test('agree on an entry with an invalid head: neither of them is imported', async () => {
    const lines = [
      { code: '甲', key: '-1', name: '', sort: 1, sealed: '否' },
      { code: '甲', key: '1', name: '名称二', sort: 2, sealed: '否' },
    ]
    const { result, now } = await checkAndImport(await bytesOf(lines, '无头'), 0, '无头')
    expect(result).toMatchObject({ right: 0, wrong: 2 })
    expect(now.rows).toBe(0)
  })
})
