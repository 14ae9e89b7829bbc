import { buffer } from 'node:stream/consumers'
import { backgroundJob } from '#contract/job/background-job.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import type { OutOf } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Cell, Sheet } from '#server/base/sheets/cell.ts'
import { xlsxOf } from '#server/base/sheets/xlsx.ts'
import { readXlsx } from '#server/base/sheets/xlsx-read.ts'
import type { Caller } from './platform.ts'
import { until } from './until.ts'

export type Job = OutOf<typeof backgroundJob.calls.detail>

export const jobOf = (person: Caller, id: string): Promise<Job> => person.get(backgroundJob.calls.detail, { id })

/** Waits until a job is over, whatever came of it. */
export const waitForJob = async (person: Caller, id: string): Promise<Job> => {
  await until(async () => !['waiting', 'running'].includes((await jobOf(person, id)).state))
  return jobOf(person, id)
}

/** Starts the export of a list with the list's own parameters. */
export const startExport = async (person: Caller, entity: AnyEntity, list: object = {}, more: object = {}) => {
  const query = new URLSearchParams(list as Record<string, string>).toString()
  return (await person.get(exportCallsOf(entity).start, { query, ...more })).id as string
}

export const download = async (person: Caller, id: string): Promise<Buffer> => {
  const answer = await person.raw('GET', `${backgroundJob.calls.download.path}?id=${id}`)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
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

/** Sends a sheet to be checked before its import; what is answered names the job. */
export const uploadSheet = async (
  person: Caller,
  resource: string,
  bytes: Buffer,
  { isCovered = 0, name = '导入.xlsx', key }: { isCovered?: number; name?: string; key?: string } = {},
) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const { path } = backgroundJob.calls.checkImport
  const answer = await person.raw('POST', `${path}?resource=${resource}&isCovered=${isCovered}`, {
    body: form,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
  return (await answer.json()) as { success: boolean; code: number; msg: string; data: { id: string } }
}

/** The rows of a workbook's first sheet, each by the words of its heads. */
export const rowsOf = async (bytes: Buffer): Promise<Record<string, string | number>[]> => {
  const rows: Record<string, string | number>[] = []
  let heads: readonly (string | number)[] = []
  for await (const { n, cells } of readXlsx(bytes)) {
    if (n === 1) heads = cells
    else rows.push(Object.fromEntries(heads.map((head, i) => [head, cells[i] ?? ''])))
  }
  return rows
}

/** An export from its start to its rows. */
export const exportRows = async (person: Caller, entity: AnyEntity, list: object = {}, more: object = {}) => {
  const id = await startExport(person, entity, list, more)
  const job = await waitForJob(person, id)
  if (job.state !== 'done') throw new Error(`${job.state}: ${job.message}`)
  return rowsOf(await download(person, id))
}
