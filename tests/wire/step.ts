/**
 * The requests of clients of the family, as data. In a text, `{name}` is a value saved by an earlier step, `{sm2:text}` is
 * the text encrypted with the public key of the server, and `{sm2:@name}` encrypts a saved value.
 */
export interface Step {
  /** What the user does. */
  readonly title: string
  readonly method: 'GET' | 'POST'
  /** The path below /api. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Uploads a file of this name, as the part `file`. */
  readonly file?: string
  /** Sends the request without a session. */
  readonly visitor?: true
  /** 200 by default. */
  readonly status?: number
  readonly msg?: string
  /** The answer is flat JSON or a file instead of the envelope. */
  readonly flat?: true
  readonly isFile?: true
  /** Fields that the client reads from the first row or from the detail. */
  readonly expectedFields?: readonly string[]
  /** Repeats the request until the list has a row. */
  readonly awaitsRow?: true
  /** Expected values by their path in the answer, such as `data.records.0.sort`. */
  readonly expectedValues?: Readonly<Record<string, unknown>>
  /** Values saved for later steps, by their path in the answer. */
  readonly saveAs?: Readonly<Record<string, string>>
}

/** A screen of such a client; `menu.path` is where its menu entry must lead (absent if it has no menu). */
export interface Screen {
  readonly name: string
  readonly menu?: { readonly code: string; readonly path: string }
  readonly steps: readonly Step[]
}

type Row = Readonly<Record<string, unknown>>
type StepOptions = Partial<Step>

export const get = (title: string, path: string, query: Row = {}, options: StepOptions = {}): Step => ({
  title,
  method: 'GET',
  path,
  query,
  ...options,
})
export const post = (title: string, path: string, json: unknown, options: StepOptions = {}): Step => ({
  title,
  method: 'POST',
  path,
  json,
  ...options,
})
/** A POST with its parameters in the query and no body. */
export const act = (title: string, path: string, query: Row, options: StepOptions = {}): Step => ({
  title,
  method: 'POST',
  path,
  query,
  ...options,
})

interface PlainScreen {
  readonly path: string
  /** The values of the form for a new row, and its later changes. */
  readonly newRow: Row
  readonly changes: Row
  /** The search parameters that find the new row. */
  readonly searchQuery: Row
  /** The columns of the table. */
  readonly expectedFields: readonly string[]
  /** The path of the rows in the answer: pages have records, trees do not. */
  readonly rows?: 'data.records' | 'data'
  readonly list?: string
  /** Further steps between the detail and the change. */
  readonly extraSteps?: readonly Step[]
}

const paging = { current: '1', size: '10', descs: 'create_time' }

/** The steps of every plain screen: list, add, view, edit, remove. The edit sends the whole row back. */
export const plain = (screen: PlainScreen): Step[] => {
  const rows = screen.rows ?? 'data.records'
  const list = `${screen.path}/${screen.list ?? 'list'}`
  const search = rows === 'data' ? screen.searchQuery : { ...paging, ...screen.searchQuery }
  return [
    get('opens the list', list, rows === 'data' ? { parentId: 0 } : paging),
    post('adds a row', `${screen.path}/submit`, screen.newRow),
    get('finds the row', list, search, { expectedFields: screen.expectedFields, saveAs: { id: `${rows}.0.id` } }),
    get(
      'views the row',
      `${screen.path}/detail`,
      { id: '{id}' },
      { expectedFields: Object.keys(screen.newRow), saveAs: { row: 'data' } },
    ),
    ...(screen.extraSteps ?? []),
    post('changes the row', `${screen.path}/submit`, { '...': '{row}', ...screen.changes }),
    get(
      'views the changed row',
      `${screen.path}/detail`,
      { id: '{id}' },
      {
        expectedValues: Object.fromEntries(
          Object.entries(screen.changes).map(([name, value]) => [`data.${name}`, value]),
        ),
      },
    ),
    act('removes the row', `${screen.path}/remove`, { ids: '{id}' }),
  ]
}
