import {
  type AliasableExpression,
  type AliasedRawBuilder,
  type CompiledQuery,
  createQueryId,
  type Expression,
  type KyselyPlugin,
  sql as kyselySql,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
  type RawNode,
} from 'kysely'

/**
 * Texts with values between them. Kysely makes frozen nodes of each piece and compiles them by visiting; a statement has dozens of
 * pieces, and each request makes its statements anew. Kysely still gets its nodes where it builds the statement around a piece.
 */
class Piece<T> implements RawBuilder<T>, AliasableExpression<T> {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
  get expressionType(): T | undefined {
    return undefined
  }
  get isRawBuilder(): true {
    return true
  }
  /** The same piece as Kysely makes it. */
  kysely(): RawBuilder<T> {
    return kyselySql<T>(this.texts as unknown as TemplateStringsArray, ...this.values)
  }
  as<A extends string>(alias: A): AliasedRawBuilder<T, A>
  as<A extends string>(alias: Expression<unknown>): AliasedRawBuilder<T, A>
  as<A extends string>(alias: A): AliasedRawBuilder<T, A> {
    return this.kysely().as(alias)
  }
  $castTo<C>(): RawBuilder<C> {
    return this as unknown as RawBuilder<C>
  }
  $notNull(): RawBuilder<Exclude<T, null>> {
    return this as unknown as RawBuilder<Exclude<T, null>>
  }
  withPlugin(plugin: KyselyPlugin): RawBuilder<T> {
    return this.kysely().withPlugin(plugin)
  }
  compile(provider: QueryExecutorProvider): CompiledQuery<T> {
    return this.kysely().compile(provider)
  }
  execute(provider: QueryExecutorProvider): Promise<QueryResult<T>> {
    return this.kysely().execute(provider)
  }
  toOperationNode(): RawNode {
    return this.kysely().toOperationNode()
  }
}

const nameText = (name: string) => `"${name.replaceAll('"', '""')}"`
const dottedText = (name: string) => name.split('.').map(nameText).join('.')

/** A name: Kysely's plugins change its spelling where Kysely builds the statement. */
class Name extends Piece<never> {
  readonly #make: () => RawBuilder<never>
  constructor(text: string, make: () => RawBuilder<never>) {
    super([text], [])
    this.#make = make
  }
  override kysely(): RawBuilder<never> {
    return this.#make()
  }
}

const literalText = (value: unknown): string => {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  throw new Error(`A literal in SQL must be a text, number, boolean or null, not ${typeof value}.`)
}

const comma = new Piece<unknown>([', '], [])

/** Pieces and values, one after the other, with a piece between them. */
const join = <T = unknown>(items: readonly unknown[], separator: RawBuilder<unknown> = comma): RawBuilder<T> => {
  if (items.length === 0) return new Piece<T>([''], [])
  const between = separator instanceof Piece && separator.values.length === 0 ? (separator.texts[0] ?? '') : null
  if (between !== null) return new Piece<T>(['', ...Array<string>(items.length - 1).fill(between), ''], items)
  const values = items.flatMap((item, i) => (i ? [separator, item] : [item]))
  return new Piece<T>(Array<string>(values.length + 1).fill(''), values)
}

const tag = <T = unknown>(texts: TemplateStringsArray, ...values: unknown[]): RawBuilder<T> =>
  new Piece<T>(texts, values)

/** Writes SQL. The functions are those of Kysely's tag of the same name. */
export const sql = Object.assign(tag, {
  join,
  raw: <T = unknown>(text: string): RawBuilder<T> => new Piece<T>([text], []),
  val: <T>(value: T): RawBuilder<T> => new Piece<T>(['', ''], [value]),
  lit: <T>(value: T): RawBuilder<T> => new Piece<T>([literalText(value)], []),
  ref: <T = never>(name: string): RawBuilder<T> => new Name(dottedText(name), () => kyselySql.ref(name)),
  table: <T = never>(name: string): RawBuilder<T> => new Name(dottedText(name), () => kyselySql.table(name)),
  id: <T = never>(...names: string[]): RawBuilder<T> =>
    new Name(names.map(nameText).join('.'), () => kyselySql.id(...names)),
})

/** Kysely builds it: an expression, a statement, or a piece with plugins. */
const isBuilt = (value: unknown): boolean => typeof value === 'object' && value !== null && 'toOperationNode' in value

const compiler = new PostgresQueryCompiler()

/** Adds a piece to the text and the parameters of a statement; false if it contains one that Kysely has built. */
const addPiece = (piece: Piece<unknown>, statement: { text: string; readonly parameters: unknown[] }): boolean => {
  const { texts, values } = piece
  statement.text += texts[0]
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value instanceof Piece) {
      if (!addPiece(value, statement)) return false
    } else {
      if (isBuilt(value)) return false
      statement.text += `$${statement.parameters.push(value)}`
    }
    statement.text += texts[i + 1]
  }
  return true
}

/** The text of a fragment, with `$1`, `$2` …, and its parameters: to run it, to compare fragments, and for keys. */
export const compile = (
  fragment: RawBuilder<unknown>,
): { readonly text: string; readonly parameters: readonly unknown[] } => {
  const statement = { text: '', parameters: [] as unknown[] }
  if (fragment instanceof Piece && addPiece(fragment, statement)) return statement
  const { sql: text, parameters } = compiler.compileQuery(fragment.toOperationNode(), createQueryId())
  return { text, parameters }
}
