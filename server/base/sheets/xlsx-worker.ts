import { on } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { SheetLine } from './cell.ts'
import { readXlsx } from './xlsx-read.ts'

/** Message of the thread: rows until the last batch, or the error that stopped it. */
export interface Answer {
  readonly rows?: readonly SheetLine[]
  readonly isLast?: boolean
  readonly fault?: string
}

/** Rows per message; the next ones are read on request. */
const rowsAtOnce = 200

/** The port of this thread: receives the bytes of one workbook after the other, sends rows. */
const port = parentPort as MessagePort
const messages = on(port, 'message')
const next = async (): Promise<unknown> => (await messages.next()).value[0]
const send = (answer: Answer) => port.postMessage(answer)

const readWorkbook = async (bytes: Uint8Array) => {
  let rows: SheetLine[] = []
  for await (const row of readXlsx(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    if (rows.push(row) < rowsAtOnce) continue
    send({ rows })
    rows = []
    await next()
  }
  send({ rows, isLast: true })
}

for (;;) await readWorkbook((await next()) as Uint8Array).catch((error: Error) => send({ fault: error.message }))
