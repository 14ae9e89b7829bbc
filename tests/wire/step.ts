/**
 * What clients of the family send, as data: `../../docs` names no file of theirs, everything stands as their requests do. `{name}`
 * in a text is a value an earlier step of the screen has kept; `{sm2:text}` is the text under the server's key, `{tag}` a text of
 * this run.
 */
export interface Step {
  /** What the person does there. */
  readonly title: string
  readonly method: 'GET' | 'POST'
  /** Below /api. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** A file of this name, as a part called `file`. */
  readonly file?: string
  /** Without a session. */
  readonly visitor?: true
  /** 200 where nothing is said. */
  readonly status?: number
  readonly msg?: string
  /** Flat JSON, or a file, rather than the envelope. */
  readonly flat?: true
  readonly isFile?: true
  /** Fields the client reads of the first row, or of the one it asked for. */
  readonly expectedFields?: readonly string[]
  /** Asks again until the list has a row. */
  readonly awaitsRow?: true
  /** Values in the answer, by their place: `data.records.0.sort`. */
  readonly expectedValues?: Readonly<Record<string, unknown>>
  /** Values kept for later steps, by their place in the answer. */
  readonly saveAs?: Readonly<Record<string, string>>
}

/** One screen of such a client; `path` is where its menu row has to lead (none where it has no menu). */
export interface Screen {
  readonly name: string
  readonly menu?: { readonly code: string; readonly path: string }
  readonly steps: readonly Step[]
}

type Row = Readonly<Record<string, unknown>>
type More = Partial<Step>

export const get = (title: string, path: string, query: Row = {}, more: More = {}): Step => ({
  title,
  method: 'GET',
  path,
  query,
  ...more,
})
export const post = (title: string, path: string, json: unknown, more: More = {}): Step => ({
  title,
  method: 'POST',
  path,
  json,
  ...more,
})
/** A POST whose parameters stand in the query, with no body. */
export const act = (title: string, path: string, query: Row, more: More = {}): Step => ({
  title,
  method: 'POST',
  path,
  query,
  ...more,
})

interface Plain {
  readonly path: string
  /** What the form sends for a new row, and what it changes later. */
  readonly newRow: Row
  readonly changes: Row
  /** The search that finds the new row. */
  readonly searchQuery: Row
  /** Columns of the table. */
  readonly expectedFields: readonly string[]
  /** Where rows stand in the list: pages have records, trees have none. */
  readonly rows?: 'data.records' | 'data'
  readonly list?: string
  /** What the form sends back beside its own fields: the whole row, as it was read. */
  readonly extraSteps?: readonly Step[]
}

const paging = { current: '1', size: '10', descs: 'create_time' }

/** List, add, view, edit, remove: what every plain screen does. The edit sends back the whole row it has read. */
export const plain = (of: Plain): Step[] => {
  const rows = of.rows ?? 'data.records'
  const list = `${of.path}/${of.list ?? 'list'}`
  const search = rows === 'data' ? of.searchQuery : { ...paging, ...of.searchQuery }
  return [
    get('opens the list', list, rows === 'data' ? { parentId: 0 } : paging),
    post('adds a row', `${of.path}/submit`, of.newRow),
    get('finds it', list, search, { expectedFields: of.expectedFields, saveAs: { id: `${rows}.0.id` } }),
    get(
      'looks at it',
      `${of.path}/detail`,
      { id: '{id}' },
      { expectedFields: Object.keys(of.newRow), saveAs: { row: 'data' } },
    ),
    ...(of.extraSteps ?? []),
    post('changes it', `${of.path}/submit`, { '...': '{row}', ...of.changes }),
    get(
      'sees the change',
      `${of.path}/detail`,
      { id: '{id}' },
      {
        expectedValues: Object.fromEntries(Object.entries(of.changes).map(([name, value]) => [`data.${name}`, value])),
      },
    ),
    act('removes it', `${of.path}/remove`, { ids: '{id}' }),
  ]
}
