import pg from 'pg'

type Row = Record<string, unknown>
type Column = Pick<pg.FieldDef, 'name' | 'dataTypeID'>
type Parser = (text: string) => unknown

interface Shape {
  readonly columns: readonly Column[]
  readonly rowOf: (values: readonly (string | null)[]) => Row
}

/** A constant as JavaScript; a literal key `__proto__` would set the prototype. */
const literal = (name: string): string => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name))

/** Makes rows as object literals, with all columns at once. */
const createShape = (columns: readonly Column[], parserOf: (dataTypeId: number) => Parser): Shape => {
  const cells = columns.map(({ name }, i) => `${literal(name)}: v[${i}] === null ? null : p[${i}](v[${i}])`)
  const build = new Function('p', `return (v) => ({ ${cells.join(', ')} })`)
  return { columns, rowOf: build(columns.map(({ dataTypeID }) => parserOf(dataTypeID))) }
}

const hasColumns = (shape: Shape | undefined, columns: readonly Column[]): shape is Shape =>
  shape?.columns.length === columns.length &&
  columns.every(({ name, dataTypeID }, i) => {
    const known = shape.columns[i]
    return name === known?.name && dataTypeID === known.dataTypeID
  })

const maxShapes = 1000

/** The shapes of the rows of each statement, by its text. */
export const createShapes = (parserOf: (dataTypeId: number) => Parser) => {
  const shapes = new Map<string, Shape>()
  return (text: string, columns: readonly Column[]): Shape => {
    const known = shapes.get(text)
    // the columns of `select *` can change
    if (hasColumns(known, columns)) return known
    if (shapes.size >= maxShapes) shapes.clear()
    const shape = createShape(columns, parserOf)
    shapes.set(text, shape)
    return shape
  }
}

/** What pg calls of a query as the messages of its answer arrive. */
interface Handlers {
  handleRowDescription(message: { readonly fields: readonly Column[] }): void
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void
}

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string | undefined
}

interface Result {
  readonly command: string
  readonly rowCount: number | null
  readonly rows: Row[]
}

/**
 * A statement with parameters. pg's own query adds the columns of a row one by one, so that V8 keeps the row as a hash table: to build
 * and to read it takes several times as long.
 */
class ShapedQuery extends pg.Query implements Handlers {
  /** Read by pg. */
  declare name: string | undefined
  readonly #shapeOf: (columns: readonly Column[]) => Shape
  readonly #result: Row[] = []
  #shape: Shape | null = null
  #failure: Error | null = null

  constructor(
    { text, values, name }: Statement,
    shapeOf: ReturnType<typeof createShapes>,
    done: (error: Error | null, result: Result | null) => void,
  ) {
    super(text, [...values], (error, result) => {
      const failure = error ?? this.#failure
      if (failure) done(failure, null)
      else done(null, { command: result.command, rowCount: result.rowCount, rows: this.#result })
    })
    this.name = name
    this.#shapeOf = (columns) => shapeOf(text, columns)
  }

  handleRowDescription({ fields }: Parameters<Handlers['handleRowDescription']>[0]): void {
    this.#shape = this.#shapeOf(fields)
  }

  handleDataRow({ fields }: Parameters<Handlers['handleDataRow']>[0]): void {
    try {
      if (this.#shape && !this.#failure) this.#result.push(this.#shape.rowOf(fields))
    } catch (error) {
      // a value that cannot be read must fail its statement, not the socket
      this.#failure = error as Error
    }
  }
}

/** Runs a statement with parameters on a connection; its rows have the shape of the statement. */
export const askShaped = (
  client: pg.ClientBase,
  statement: Statement,
  shapeOf: ReturnType<typeof createShapes>,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const query = new ShapedQuery(statement, shapeOf, (error, result) => (result ? resolve(result) : reject(error)))
    client.query(query)
  })
