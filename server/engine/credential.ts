import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/call.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { App } from './context.ts'
import { readKey } from './key-session.ts'
import { tokenInQuery } from './read-input.ts'
import { readSession, type Session, tokenOf } from './session.ts'

/** The key in `Blade-Auth: key <key>`; null if the header has none. A query never has one: addresses are kept in histories and logs. */
export const keyOf = (header: unknown): string | null => {
  const key = typeof header === 'string' ? /^key\s+(\S{1,100})$/i.exec(header.trim())?.[1] : undefined
  return key ?? null
}

/**
 * The session of the token, or the owner of the key, that a request has; null if it has neither. A caller whose session has ended may
 * still make public calls: null.
 */
export const readCredential = async (
  app: App,
  request: FastifyRequest,
  { access, method }: Endpoint,
): Promise<Session | null> => {
  const { headers, ip } = request
  const header = headers['blade-auth']
  const key = keyOf(header)
  // a link to a file cannot carry a header; calls that change data are never links
  const token = tokenOf(header ?? (method === 'GET' ? tokenInQuery(request) : undefined))
  if (!key && !token) return null
  const session = key ? readKey(app, key, ip) : readSession(app, token ?? '', access === 'public' ? {} : headers)
  if (access !== 'public') return session
  return session.catch((error) => {
    if (error instanceof Fail) return null
    throw error
  })
}
