import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly name: string
  readonly size: number
  readonly sha256: string
  /** The first bytes, enough to detect the file type. */
  readonly head: Buffer
  /** The last bytes, with the directory of a zip file; all of a file that is not longer. */
  readonly tail: Buffer
}

/** File storage. A file is complete or absent: `read` does not find an interrupted upload. */
export interface FileStore {
  /** Stores a stream of at most `limit` bytes under this name; returns null if it is longer. */
  readonly put: (name: string, from: Readable, limit: number) => Promise<StoredFile | null>
  /** The bytes of a file, which is open when the promise resolves; null if the file does not exist. */
  readonly read: (name: string) => Promise<Readable | null>
  readonly remove: (name: string) => Promise<void>
  /** Removes what is left of a `put` that the server did not finish before it ended. */
  readonly clear: (name: string) => Promise<void>
}

/** Random 128 bits in hex; never the name of the uploaded file. */
export const newFileName = (): string => randomBytes(16).toString('hex')

class TooLong extends Error {}

const headBytes = 4100
/** Enough for the directory of ten thousand entries. */
const tailBytes = 1024 * 1024

/** Keeps the last chunks of a stream, at least `tailBytes` of them. */
const tailOf = () => {
  const chunks: Buffer[] = []
  let length = 0
  return {
    add: (chunk: Buffer) => {
      length += chunk.length
      chunks.push(chunk)
      while (length - (chunks[0]?.length ?? length) >= tailBytes) length -= chunks.shift()?.length ?? 0
    },
    bytes: () => Buffer.concat(chunks).subarray(-tailBytes),
  }
}

/** Passes a stream on and measures it; fails if it grows longer than `limit`. */
export const measureStream = (from: Readable, limit: number) => {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  const tail = tailOf()
  let size = 0
  /** The error of the source: it is too long, or it ended early. Errors of the consumer are not recorded. */
  let fault: unknown = null
  let isYielding = false
  const passThrough = async function* () {
    try {
      for await (const chunk of from) {
        if (size < headBytes) head.push(chunk)
        size += chunk.length
        if (size > limit) throw new TooLong()
        hash.update(chunk)
        tail.add(chunk)
        isYielding = true
        yield chunk as Buffer
        isYielding = false
      }
    } catch (error) {
      if (!isYielding) fault = error
      throw error
    }
  }
  return {
    bytes: passThrough(),
    fault: () => fault,
    isTooLong: () => fault instanceof TooLong,
    resultFor: (name: string): StoredFile => ({
      name,
      size,
      sha256: hash.digest('hex'),
      head: Buffer.concat(head).subarray(0, headBytes),
      tail: tail.bytes(),
    }),
  }
}

/** Files in a local folder, spread over subfolders by the first two digits of their name. */
export const localFiles = (root: string): FileStore => {
  const place = (name: string) => {
    if (!/^[0-9a-f]{32}$/.test(name)) throw new Error('No file has this name.')
    return join(root, name.slice(0, 2), name)
  }
  const remove = async (name: string) => rm(place(name), { force: true })
  return {
    put: async (name, from, limit) => {
      const path = place(name)
      const part = `${path}.part`
      await mkdir(dirname(path), { recursive: true })
      const measured = measureStream(from, limit)
      // open here, before anything can fail: a stream that opens the file itself may create it after the cleanup below
      const handle = await open(part, 'wx')
      try {
        await writeFile(handle, measured.bytes)
        await handle.sync()
        await handle.close()
        await rename(part, path)
      } catch (error) {
        // on a full volume, closing may fail as well; report the first error
        await handle.close().catch(() => {})
        await rm(part, { force: true })
        if (measured.isTooLong()) return null
        throw error
      }
      return measured.resultFor(name)
    },
    read: async (name) => {
      const handle = await open(place(name), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return handle ? handle.createReadStream() : null
    },
    remove,
    clear: async (name) => {
      await rm(`${place(name)}.part`, { force: true })
      await remove(name)
    },
  }
}
