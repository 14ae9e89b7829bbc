import type { Endpoint } from '#contract/kit/call.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type RowResult, rowByRow } from '#contract/row-results.ts'

type Input = Readonly<Record<string, unknown>>

/** Whether a request asks for its rows one by one, and whether this call is one that takes several rows. */
export const isForEach = ({ method, input: inputFields }: Endpoint, query: Input): boolean => {
  const first = Object.values(inputFields)[0]
  return method === 'POST' && query[rowByRow] === '1' && first?.kind === 'refs' && first.required === true
}

/**
 * Does what a call does to several rows to each of them alone: a refusal of one is told beside it and keeps none of the others
 * from being done. `act` is given the input with one id; `tell` finds the words of a refusal.
 */
export const forEachRow = async (
  { input: inputFields }: Endpoint,
  input: Input,
  handleRow: (input: Input, id: string) => Promise<unknown>,
  messageOf: (error: unknown) => string,
): Promise<RowResult[]> => {
  const key = Object.keys(inputFields)[0] as string
  const results: RowResult[] = []
  for (const id of new Set(split(input[key] as string)))
    results.push(
      await handleRow({ ...input, [key]: id }, id).then(
        (answer) => ({ id, done: true, msg: null, answer: answer ?? null }),
        (error) => ({ id, done: false, msg: messageOf(error), answer: null }),
      ),
    )
  return results
}

/** The sentence over all rows. */
export const summarizeResults = (results: readonly RowResult[]): Text | null => {
  const done = results.filter((one) => one.done).length
  if (done === results.length) return null
  return fill(['成功 {0} 条，未成功 {1} 条', '{0} done, {1} not done'], done, results.length - done)
}
