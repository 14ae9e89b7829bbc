import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hiddenName, openStream, sealStream } from '../base/crypto/sealed-stream.ts'
import { hashed } from './backup-format.ts'

/** The folder of the files of all backups of a directory. */
const filesFolder = 'files'

/** Writes a stream to the disk, and removes the file if that fails. Resolves once it has reached the disk. */
export const writeFileFrom = async (path: string, stages: readonly unknown[], signal?: AbortSignal): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const target = createWriteStream(path, { mode: 0o600, flush: true })
    await pipeline([...stages, target] as NodeJS.ReadWriteStream[], { signal })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** The ending of a file that is not complete yet. */
export const partial = '.part'

/** The path of a file below the directory of its backups. */
export const pathOfFile = (id: string): string => `${filesFolder}/${id.slice(0, 2)}/${id}`

/**
 * The files of the backups in a directory, each encrypted and stored once. A file of the platform never changes and has a random name
 * of its own, so the backups share it; its name here reveals nothing about it.
 */
export const openObjects = (directory: string, key: Buffer) => {
  const root = join(directory, filesFolder)
  const place = (id: string) => join(directory, pathOfFile(id))
  const idOf = (fileName: string) => hiddenName(key, fileName)
  return {
    idOf,
    has: (fileName: string): boolean => existsSync(place(idOf(fileName))),
    /** Stores a file; resolves to the hash of its content. */
    put: async (fileName: string, from: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<string> => {
      const id = idOf(fileName)
      const { bytes, sha256 } = hashed(from)
      await writeFileFrom(place(id) + partial, [sealStream(key, `file ${id}`, bytes)], signal)
      await rename(place(id) + partial, place(id))
      return sha256()
    },
    /** The content of a file; null if it is not here. Throws a Fail if it was changed. */
    read: (fileName: string): Readable | null => {
      const id = idOf(fileName)
      if (!existsSync(place(id))) return null
      return Readable.from(openStream(key, `file ${id}`, createReadStream(place(id))))
    },
    /** The ids of all files that are here, also of those that were not completed. */
    ids: async (): Promise<string[]> => {
      const folders = existsSync(root) ? await readdir(root) : []
      return (await Promise.all(folders.map((folder) => readdir(join(root, folder))))).flat()
    },
    remove: (id: string): Promise<void> => rm(place(id), { force: true }),
  }
}

export type Objects = ReturnType<typeof openObjects>
