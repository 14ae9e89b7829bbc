import { buffer } from 'node:stream/consumers'
import type { Insertable } from 'kysely'
import { backgroundJob } from '#contract/job/background-job.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import type { OutOf } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Db } from '#server/base/database/db.ts'
import type { Tables } from '#server/base/database/tables.ts'
import type { Cell, Sheet, SheetCell } from '#server/base/sheets/cell.ts'
import { xlsxOf } from '#server/base/sheets/xlsx.ts'
import { readXlsx } from '#server/base/sheets/xlsx-read.ts'
import type { Caller } from './platform.ts'
import { until } from './until.ts'

export type Job = OutOf<typeof backgroundJob.calls.detail>

export const jobOf = (caller: Caller, id: string): Promise<Job> => caller.get(backgroundJob.calls.detail, { id })

/** Adds a job of a person as if it had been started; resolves to its id. */
export const addJob = async (
  db: Db,
  instance: Partial<Insertable<Tables['jobRun']>>,
  work: Partial<Insertable<Tables['jobWork']>> = {},
): Promise<string> => {
  const { id } = await db
    .insertInto('jobRun')
    .values({ kind: 'export', trigger: 'person', ...instance })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('jobWork')
    .values({ jobId: id, resource: 'post', lang: 'zh', input: '{}', inputHash: Buffer.from(id), ...work })
    .execute()
  return id
}

/** Waits until a job has ended, successfully or not. */
export const waitForJob = async (caller: Caller, id: string): Promise<Job> => {
  await until(async () => !['waiting', 'running'].includes((await jobOf(caller, id)).state))
  return jobOf(caller, id)
}

/** Starts the export of a list with the parameters of the list. */
export const startExport = async (caller: Caller, entity: AnyEntity, list: object = {}, more: object = {}) => {
  const query = new URLSearchParams(list as Record<string, string>).toString()
  return (await caller.get(exportCallsOf(entity).start, { query, ...more })).id as string
}

export const download = async (caller: Caller, id: string): Promise<Buffer> => {
  const response = await caller.raw('GET', `${backgroundJob.calls.download.path}?id=${id}`)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

export const sheetOf = (heads: readonly string[], rows: readonly (readonly Cell[])[]): Sheet => ({
  name: '表',
  columns: heads.map((title) => ({ title, width: 10 })),
  rows: (async function* () {
    yield rows
  })(),
})

/** A workbook of one sheet with these heads and rows. */
export const xlsx = (heads: readonly string[], ...rows: (readonly Cell[])[]): Promise<Buffer> =>
  buffer(xlsxOf([sheetOf(heads, rows)]))

/** Uploads a sheet for the check before an import; the response contains the job id. */
export const uploadSheet = async (
  caller: Caller,
  resource: string,
  bytes: Buffer,
  { isCovered = 0, name = '导入.xlsx', key }: { isCovered?: number; name?: string; key?: string } = {},
) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const { path } = backgroundJob.calls.checkImport
  const response = await caller.raw('POST', `${path}?resource=${resource}&isCovered=${isCovered}`, {
    body: form,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
  return (await response.json()) as { success: boolean; code: number; msg: string; data: { id: string } }
}

/** A cell as a test compares it: a moment by its text, a number as a number. */
export const plainValue = (cell: SheetCell): string | number | boolean => {
  if (typeof cell !== 'object') return cell
  if ('error' in cell) return cell.error
  return 'at' in cell ? cell.at : cell.number
}

/** The rows of the first sheet of a workbook, by column head. */
export const rowsOf = async (bytes: Buffer): Promise<Record<string, string | number | boolean>[]> => {
  const rows: Record<string, string | number | boolean>[] = []
  let heads: readonly string[] = []
  for await (const { n, cells } of readXlsx(bytes)) {
    const values = cells.map(plainValue)
    if (n === 1) heads = values.map(String)
    else rows.push(Object.fromEntries(heads.map((head, i) => [head, values[i] ?? ''])))
  }
  return rows
}

/** Exports a list and returns the rows of the file. */
export const exportRows = async (caller: Caller, entity: AnyEntity, list: object = {}, more: object = {}) => {
  const id = await startExport(caller, entity, list, more)
  const job = await waitForJob(caller, id)
  if (job.state !== 'done') throw new Error(`${job.state}: ${job.message}`)
  return rowsOf(await download(caller, id))
}
