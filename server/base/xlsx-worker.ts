import { on } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { type RawRow, readXlsx } from './xlsx-read.ts'

/** What the thread answers: rows until the last of them, or why it cannot read on. */
export interface Answer {
  readonly rows?: readonly RawRow[]
  readonly isLast?: boolean
  readonly fault?: string
}

/** Rows that are handed over at once; the next ones are read when they are asked for. */
const rowsAtOnce = 200

/** The thread workbooks are read in, one after the other: bytes come in, rows go out. */
const port = parentPort as MessagePort
const messages = on(port, 'message')
const next = async (): Promise<unknown> => (await messages.next()).value[0]
const send = (answer: Answer) => port.postMessage(answer)

const readWorkbook = async (bytes: Uint8Array) => {
  let rows: RawRow[] = []
  for await (const row of readXlsx(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    if (rows.push(row) < rowsAtOnce) continue
    send({ rows })
    rows = []
    await next()
  }
  send({ rows, isLast: true })
}

for (;;) await readWorkbook((await next()) as Uint8Array).catch((error: Error) => send({ fault: error.message }))
