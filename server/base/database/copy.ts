import { once } from 'node:events'
import { type Duplex, Readable } from 'node:stream'
import type pg from 'pg'

/** The connection as pg passes it to a query; its published types leave the messages of COPY out. */
interface CopyConnection {
  readonly stream: Duplex
  readonly query: (text: string) => void
  readonly sendCopyFromChunk: (chunk: Buffer) => void
  readonly endCopyFrom: () => void
  readonly sendCopyFail: (message: string) => void
}

interface CommandComplete {
  readonly text: string
}

const rowsIn = ({ text }: CommandComplete) => Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)

/** Each row is a message of its own: they are passed on together. */
const blockBytes = 64 * 1024

/** A `copy … to stdout` of one connection. `rows` is their number once the stream has ended. */
class CopyOut extends Readable {
  rows = 0
  #connection: CopyConnection | null = null
  #block: Buffer[] = []
  #length = 0

  constructor(private readonly text: string) {
    super({ highWaterMark: 4 * blockBytes })
  }

  // called by pg
  submit(connection: unknown) {
    this.#connection = connection as CopyConnection
    this.#connection.query(this.text)
  }
  handleCopyData({ chunk }: { readonly chunk: Buffer }) {
    // pg reuses the memory of a message for the next ones
    this.#block.push(Buffer.from(chunk))
    this.#length += chunk.length
    // a reader that is slower than the database stops it
    if (this.#length >= blockBytes && !this.#passOn()) this.#connection?.stream.pause()
  }
  handleCommandComplete(message: CommandComplete) {
    this.rows = rowsIn(message)
  }
  handleReadyForQuery() {
    if (this.#length > 0) this.#passOn()
    this.push(null)
    this.#connection?.stream.resume()
  }
  handleError(error: Error) {
    this.destroy(error)
  }

  override _read() {
    this.#connection?.stream.resume()
  }

  #passOn(): boolean {
    const block = Buffer.concat(this.#block)
    this.#block = []
    this.#length = 0
    return this.push(block)
  }
}

/** Reads the result of `copy … to stdout` as a stream, in the text form. The connection is free again when the stream has ended. */
export const copyOut = (client: pg.Client, text: string): CopyOut => client.query(new CopyOut(text))

/**
 * Writes the rows of a `copy … from stdin`, in the text form; resolves to their number. An error of the source ends the statement with
 * that error.
 */
export const copyIn = (client: pg.Client, text: string, from: AsyncIterable<Buffer>): Promise<number> =>
  new Promise((resolve, reject) => {
    let rows = 0
    let sourceError: unknown = null
    const stop = new AbortController()
    const send = async (connection: CopyConnection) => {
      try {
        for await (const chunk of from) {
          if (stop.signal.aborted) return
          connection.sendCopyFromChunk(chunk)
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal: stop.signal })
        }
        connection.endCopyFrom()
      } catch (error) {
        // after an error of the database nobody waits for the rest
        if (stop.signal.aborted) return
        sourceError = error
        connection.sendCopyFail('the rows could not be read')
      }
    }
    client.query({
      submit: (connection: unknown) => (connection as CopyConnection).query(text),
      handleCopyInResponse: (connection: CopyConnection) => void send(connection),
      handleCommandComplete: (message: CommandComplete) => {
        rows = rowsIn(message)
      },
      handleReadyForQuery: () => resolve(rows),
      handleError: (error: Error) => {
        stop.abort()
        reject(sourceError ?? error)
      },
    } as pg.Submittable)
  })
