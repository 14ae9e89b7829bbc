import type { FastifyInstance } from 'fastify'
import type { Lang } from '#contract/kit/text.ts'
import { languageHeader } from '#contract/language-header.ts'

/** A refusal of a call the server has asked of itself, with its status. */
export class ReadError extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`)
  }
}

/**
 * Reads calls of this very server as a visitor does, so that nothing is told anywhere that he would not be told; of what is
 * counted for each address (security rule 30), the visitor's is told as `remoteAddress`. Resolves to the call's data, throws
 * `Refused`.
 */
export const createReader =
  (server: FastifyInstance, lang: Lang, remoteAddress?: string) => async (path: string, input: object) => {
    const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== null && value !== '')
    const query = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
    const answer = await server.inject({
      method: 'GET',
      url: path,
      query,
      headers: { [languageHeader]: lang },
      ...(remoteAddress ? { remoteAddress } : {}),
    })
    if (answer.statusCode !== 200) throw new ReadError(answer.statusCode)
    return answer.json<{ data: unknown }>().data
  }
