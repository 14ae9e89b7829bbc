import { createHash } from 'node:crypto'

/** What a backup says before its rows: all that a database must be before they can be read in. */
export interface Head {
  readonly format: 1
  /** In wire format. */
  readonly createdAt: string
  /** The version of the platform. */
  readonly version: string
  /** The migrations that the database had, in their order. */
  readonly migrations: readonly string[]
  /** Indexes with their definitions: a unique one can be wider than the migrations make it (server/base/database/folded-indexes.ts). */
  readonly indexes: readonly IndexDefinition[]
}

export interface IndexDefinition {
  readonly name: string
  readonly definition: string
}

/** A table whose rows are a part of the backup, in the text form of COPY. */
export interface DumpedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly sha256: string
}

/** What a backup says after its rows. */
export interface Manifest {
  readonly tables: readonly DumpedTable[]
  readonly sequences: readonly { readonly name: string; readonly last: string }[]
  readonly files: FileCounts
}

/** `missing`: rows whose file the storage no longer has. `changed`: files that differ from the hash of their row. */
export interface FileCounts {
  readonly count: number
  readonly missing: number
  readonly changed: number
}

export const parts = {
  head: 'head',
  secrets: 'secrets',
  files: 'files',
  table: 'table ',
  manifest: 'manifest',
} as const

/** Passes a stream on and hashes it. */
export const hashed = (from: AsyncIterable<Buffer>) => {
  const hash = createHash('sha256')
  return {
    bytes: (async function* () {
      for await (const chunk of from) {
        hash.update(chunk)
        yield chunk
      }
    })(),
    sha256: () => hash.digest('hex'),
  }
}
