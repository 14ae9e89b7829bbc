import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly name: string
  readonly size: number
  readonly sha256: string
  /** The first bytes, enough to tell what kind of file it is. */
  readonly head: Buffer
}

/** Where files lie. Complete or absent: a cut-off upload leaves nothing that `read` would find. */
export interface FileStore {
  /** Keeps a stream of at most `limit` bytes under this name; null when it is longer. */
  readonly put: (name: string, from: Readable, limit: number) => Promise<StoredFile | null>
  /** The bytes of a file that is open when this resolves; null when it is gone. */
  readonly read: (name: string) => Promise<Readable | null>
  readonly remove: (name: string) => Promise<void>
  /** Takes away what a server that ended in the middle of a `put` left of it. */
  readonly clear: (name: string) => Promise<void>
}

/** Random 128 bits; never the name the person gave it. */
export const newFileName = (): string => randomBytes(16).toString('hex')

class TooLong extends Error {}

const headBytes = 4100

/** A stream passed on while it is measured; it breaks off where it grows longer than `limit`. */
export const measureStream = (from: Readable, limit: number) => {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  /** What ended it early at this side: that it is too long, or that it came to no end. */
  let fault: unknown = null
  let isYielding = false
  const passThrough = async function* () {
    try {
      for await (const chunk of from) {
        if (size < headBytes) head.push(chunk)
        size += chunk.length
        if (size > limit) throw new TooLong()
        hash.update(chunk)
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
    }),
  }
}

/** Files below a local folder, spread over subfolders by the first two digits of their name. */
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
      // open before anything can fail: a stream that opens the file by itself may do so after it was taken away
      const handle = await open(part, 'wx')
      try {
        await writeFile(handle, measured.bytes)
        await handle.sync()
        await handle.close()
        await rename(part, path)
      } catch (error) {
        // on a full volume closing may fail as well: what matters is what was wrong before
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
