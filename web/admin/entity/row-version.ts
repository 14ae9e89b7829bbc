import type { AnyRow } from './calls.ts'

/** Sends the version of the row that the form started from; the server rejects any other (server/engine/if-match.ts). */
export const ifMatchHeader = (row?: AnyRow): Record<string, string> =>
  row?.rowVersion ? { 'if-match': `"${row.id} ${row.rowVersion}"` } : {}
