import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

export interface StoredFile {
  /** Random 128-bit name; never the name the person gave it. */
  readonly name: string
  readonly size: number
  readonly sha256: string
  /** The first bytes, enough to tell what kind of file it is. */
  readonly head: Buffer
}

/** Where files lie. Complete or absent: a cut-off upload leaves nothing. */
export interface FileStore {
  /** Keeps a stream of at most `limit` bytes; null when it is longer. */
  readonly put: (from: Readable, limit: number) => Promise<StoredFile | null>
  /** The bytes of a file that is open when this resolves; null when it is gone. */
  readonly read: (name: string) => Promise<Readable | null>
  readonly remove: (name: string) => Promise<void>
}

const headBytes = 4100

/** Files below a local folder, spread over subfolders by the first two digits of their name. */
export const localFiles = (root: string): FileStore => {
  const place = (name: string) => {
    if (!/^[0-9a-f]{32}$/.test(name)) throw new Error('No file has this name.')
    return join(root, name.slice(0, 2), name)
  }
  return {
    put: async (from, limit) => {
      const name = randomBytes(16).toString('hex')
      const path = place(name)
      const part = `${path}.part`
      await mkdir(dirname(path), { recursive: true })
      const hash = createHash('sha256')
      const head: Buffer[] = []
      let size = 0
      const measured = async function* () {
        for await (const chunk of from) {
          if (size < headBytes) head.push(chunk)
          size += chunk.length
          if (size > limit) throw new TooLong()
          hash.update(chunk)
          yield chunk
        }
      }
      // open before anything can fail: a stream that opens the file by itself may do so after it was taken away
      const handle = await open(part, 'wx')
      try {
        await writeFile(handle, measured())
        await handle.sync()
        await handle.close()
        await rename(part, path)
      } catch (error) {
        await handle.close()
        await rm(part, { force: true })
        if (error instanceof TooLong) return null
        throw error
      }
      return { name, size, sha256: hash.digest('hex'), head: Buffer.concat(head).subarray(0, headBytes) }
    },
    read: async (name) => {
      const handle = await open(place(name), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return handle ? handle.createReadStream() : null
    },
    remove: async (name) => rm(place(name), { force: true }),
  }
}

class TooLong extends Error {}
