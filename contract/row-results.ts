import { longText } from './kit/field.ts'

/** Query parameter that requests a separate result for each row of a call: `POST …/remove?rowByRow=1`. */
export const rowByRow = 'rowByRow'

/** Result of one row: done, with its output; or not done, with the reason in the caller's language. */
export interface RowResult<T = unknown> {
  id: string
  done: boolean
  msg: string | null
  answer: T | null
}

/** Rows of one act: as many are handled while their user waits; more run in the background, up to the other number. */
export const rowsOfAct = { direct: 50, background: 5000 } as const

interface VersionedRow {
  readonly id: string
  readonly version?: number | null
}

/** Rows with their versions as one text: `12=3,15=1`; a row without a version is `12=`. */
export const versionsText = (rows: readonly VersionedRow[]): string =>
  rows.map(({ id, version }) => `${id}=${version ?? ''}`).join(',')

/** The rows of such a text, each once; null if it is not one. */
export const versionedRows = (versions: string): readonly Required<VersionedRow>[] | null => {
  const rows = new Map<string, number | null>()
  for (const one of versions.split(',')) {
    const [, id = '', version = ''] = /^(\d{1,19})=(\d{0,9})$/.exec(one.trim()) ?? []
    if (!id) return null
    if (!rows.has(id)) rows.set(id, version ? Number(version) : null)
  }
  return [...rows].map(([id, version]) => ({ id, version }))
}

/** The input of an action that begins an act in the background. */
export const versionsField = longText('数据与版本', 'Rows with versions', { required: true, max: 200_000 })
