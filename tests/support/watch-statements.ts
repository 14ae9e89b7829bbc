import pg from 'pg'
import { orderedOutputs } from './ordered-columns.ts'

/** Statements of all tests that sort by an output column which may hide a column of a table (ordered-columns.ts). */
const hiding = new Map<string, readonly string[]>()
const checked = new Set<string>()
const send = pg.Client.prototype.query as (...args: unknown[]) => unknown

pg.Client.prototype.query = function checkAndSend(this: pg.Client, ...args: unknown[]) {
  const [query] = args
  const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text
  // migrations have several statements
  if (text && !text.includes(';') && !checked.has(text)) {
    checked.add(text)
    const columns = orderedOutputs(text)
    if (columns.length) hiding.set(text, columns)
  }
  return send.apply(this, args)
} as typeof pg.Client.prototype.query

/** Those sent since the last call whose columns are really columns of tables. */
export const takeHidingStatements = async (): Promise<(readonly [text: string, columns: readonly string[]])[]> => {
  if (hiding.size === 0) return []
  const [{ entities }, { snake }, { base }] = await Promise.all([
    import('#contract/index.ts'),
    import('#contract/kit/text.ts'),
    import('#contract/kit/verbs.ts'),
  ])
  const columnsOf = (text: string) => [
    ...Object.keys(base).map(snake),
    ...Object.values(entities)
      .filter(({ name }) => new RegExp(`\\b${snake(name)}\\b`).test(text))
      .flatMap(({ fields }) => Object.keys(fields).map(snake)),
  ]
  const statements = [...hiding].filter(([text, names]) => names.some((name) => columnsOf(text).includes(name)))
  hiding.clear()
  return statements
}
