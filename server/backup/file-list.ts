import { finished } from 'node:stream/promises'
import { copyOut } from '../base/database/copy.ts'
import type { FileStore } from '../base/files/file-store.ts'
import type { FileCounts } from './backup-format.ts'
import { parts } from './backup-format.ts'
import { linesOf, type Part } from './backup-parts.ts'
import type { Snapshot } from './dump-database.ts'
import type { Objects } from './file-objects.ts'

/** One file that a row of attachments names. `state`: whether its storage had it, and as its row says. */
export interface ListedFile {
  readonly name: string
  readonly storageId: string | null
  readonly sha256: string | null
  readonly state: 'complete' | 'missing' | 'changed'
}

/** All attachments, also removed ones, which may be restored. None of these values contains what COPY would escape. */
const query = `copy (select name, coalesce(storage_id::text, ''), coalesce(sha256, '') from attach
  where name is not null order by id) to stdout`

const lineOf = ({ name, storageId, sha256, state }: ListedFile) =>
  [name, storageId ?? '', sha256 ?? '', state].join('\t')

const fileOf = (line: string): ListedFile => {
  const [name = '', storageId = '', sha256 = '', state] = line.split('\t')
  return {
    name,
    storageId: storageId || null,
    sha256: sha256 || null,
    state: (state as ListedFile['state']) || 'complete',
  }
}

export type StoreOf = (storageId: string | null) => Promise<FileStore>

/** Stores a file among those of the backups unless an earlier backup has it. */
const storeFile = async (
  file: ListedFile,
  objects: Objects,
  storeOf: StoreOf,
  signal?: AbortSignal,
): Promise<ListedFile> => {
  if (objects.has(file.name)) return file
  const stream = await (await storeOf(file.storageId)).read(file.name)
  if (!stream) return { ...file, state: 'missing' }
  const sha256 = await objects.put(file.name, stream, signal)
  return file.sha256 && file.sha256 !== sha256 ? { ...file, state: 'changed' } : file
}

/** The part that lists the files of a snapshot; each is stored before its line is passed on. */
export const fileList = (snapshot: Snapshot, objects: Objects, storeOf: StoreOf, signal?: AbortSignal) => {
  const counts = { count: 0, missing: 0, changed: 0 }
  const fresh: string[] = []
  const bytes = async function* () {
    const copy = copyOut(snapshot.client, query)
    for await (const line of linesOf(copy)) {
      signal?.throwIfAborted()
      const file = fileOf(line)
      const isNew = !objects.has(file.name)
      const stored = await storeFile(file, objects, storeOf, signal)
      counts.count++
      if (stored.state !== 'complete') counts[stored.state]++
      if (isNew && stored.state !== 'missing') fresh.push(file.name)
      yield Buffer.from(`${lineOf(stored)}\n`)
    }
    await finished(copy)
  }
  return {
    part: { name: parts.files, bytes: bytes() } satisfies Part,
    counts: (): FileCounts => counts,
    /** The files that no earlier backup had. */
    fresh: (): readonly string[] => fresh,
  }
}

/** The files that a backup lists. */
export const readFileList = async function* ({ bytes }: Part): AsyncGenerator<ListedFile> {
  for await (const line of linesOf(bytes)) yield fileOf(line)
}
