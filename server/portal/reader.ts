import type { FastifyInstance } from 'fastify'
import type { Lang } from '#contract/kit/text.ts'
import { languageHeader } from '#contract/language-header.ts'

/** An error response to an internal call, with its status. */
export class ReadError extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`)
  }
}

/**
 * Sends internal requests to this server as an anonymous visitor, so that pages contain only public data.
 * `remoteAddress` is the visitor's address, for limits per address. Resolves to the `data` of the response; throws
 * `ReadError` for any status but 200.
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
