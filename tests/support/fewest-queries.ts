import pg from 'pg'
import { vi } from 'vitest'

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text)

/**
 * How many queries about declarations, scores and proposals, or about something else, this takes. Sessions and jobs of the platform ask for other things, and
 * some jobs for these, so the fewest of several runs count.
 */
export const fewestQueries = async (
  work: () => Promise<unknown>,
  about = /declaration|score|proposal/,
): Promise<number> => {
  const counts: number[] = []
  for (let i = 0; i < 3; i += 1) {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    await work()
    counts.push(spy.mock.calls.filter(([query]) => about.test(textOf(query))).length)
    spy.mockRestore()
  }
  return Math.min(...counts)
}
