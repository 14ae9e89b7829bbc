import { QueryClient, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { encryptedType } from '#contract/encrypted-bodies.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { languageHeader, textsHeader } from '#contract/language-header.ts'
import { requestTimeoutMs } from '#contract/request-timeout.ts'
import { words } from '#contract/words.ts'
import { currentLang, useLang } from './language.ts'
import { currentToken, currentUser, isTokenOld, onSession } from './session.ts'

/** One invalid value: the path of its field and the message for the reader. */
export interface FieldError {
  at: string
  msg: string
  /** The message in both languages, if the server sent it. */
  text?: Text
}

/** A failed call with the server's message. `code` is 0 if the server could not be reached. */
export class Failure extends Error {
  constructor(
    override readonly message: string,
    readonly code: number,
    readonly data: unknown = null,
    readonly faults: readonly FieldError[] = [],
    /** For the reader to quote to support; '' if there was no response. */
    readonly requestId: string = '',
    /** The message in both languages, if the server sent it. */
    readonly text?: Text,
    /** The status of HTTP. */
    readonly status: number = code,
  ) {
    super(message)
  }
}

/** A failure that the browser itself found. */
export const localFailure = (text: Text, code: number): Failure =>
  new Failure(localize(text, currentLang()), code, null, [], '', text)

/** Turns anything thrown into a Failure with a message. An unexpected error is reported and becomes a system error (500). */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  reportError(error)
  return localFailure(words.systemError, 500)
}

const basic = `Basic ${btoa('saber:')}`

export interface RequestOptions {
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
  /** Timeout in milliseconds. */
  readonly timeout?: number
  /** Let the browser finish the request after the page is closed. */
  readonly keepalive?: boolean
}

/** Headers of every call: client, language and session token. */
export const requestHeaders = (): Record<string, string> => {
  const token = currentToken()
  const baseHeaders = {
    authorization: basic,
    [languageHeader]: currentLang(),
    [textsHeader]: 'both',
    'blade-requested-with': 'BladeHttpRequest',
  }
  return { ...baseHeaders, ...(token ? { 'blade-auth': `bearer ${token}` } : {}) }
}

const queryOf = (input: object): string => {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return entries.length ? `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}` : ''
}

interface Envelope {
  code?: number
  success?: boolean
  data?: { faults?: FieldError[] } | null
  msg?: string
  text?: Text
  error_code?: number
  error_description?: string
}

const failureFrom = ({ status, headers }: Response, body: Envelope): Failure => {
  const code = body.error_code ?? body.code ?? status
  const sent = body.error_description ?? body.msg
  const message = sent ?? localize(words.systemError, currentLang())
  const text = sent === undefined ? words.systemError : body.text
  const requestId = headers.get('x-request-id') ?? ''
  return new Failure(message, code, body.data ?? null, body.data?.faults ?? [], requestId, text, status)
}

/** Sends a request. Throws a Failure of code 0 if the server cannot be reached. */
export const fetchOrFail = async (url: string, init: RequestInit, extra: RequestOptions): Promise<Response> => {
  const signals = [AbortSignal.timeout(extra.timeout ?? requestTimeoutMs), ...(extra.signal ? [extra.signal] : [])]
  try {
    return await fetch(url, { ...init, signal: AbortSignal.any(signals), keepalive: extra.keepalive ?? false })
  } catch (error) {
    if (extra.signal?.aborted) throw error
    throw localFailure(words.offline, 0)
  }
}

const identity = (body: unknown): unknown => body

/** The body of a response; throws a Failure if it is a refusal. */
const readBody = async (response: Response, flat: boolean, decrypt = identity) => {
  const read = await response.json().catch(() => ({}))
  const isEncrypted = response.headers.get('content-type')?.startsWith(encryptedType)
  const body = (isEncrypted ? decrypt(read) : read) as Envelope
  if (response.ok && (flat || body.success === true)) return body
  throw failureFrom(response, body)
}

/** Returns the data of a response, or throws a Failure. */
export const unwrap = async (response: Response, flat: boolean): Promise<unknown> => {
  const body = await readBody(response, flat)
  return flat ? body : body.data
}

/** Encrypts the body of a call and returns it with the function that decrypts the response. The code is loaded on first use. */
const encryptFor = async ({ path }: { readonly path: string }, payload: object) => {
  const loading = import('./encrypted-call.ts').catch(() => {
    throw localFailure(words.offline, 0)
  })
  const { encryptBody, publicKey } = await loading
  return encryptBody(payload, path, await ask(publicKey))
}

interface Answer<O> {
  readonly data: O
  /** What the server says of its success. */
  readonly msg: string
}

/** Sends a call once, whatever the state of the session. */
const sendOnce = async <I, O>(
  endpoint: Endpoint<I, O>,
  input: NoInfer<I> | undefined,
  extra: RequestOptions = {},
): Promise<Answer<O>> => {
  const payload = (input ?? {}) as Record<string, unknown>
  const isGet = endpoint.method === 'GET'
  const encrypted = endpoint.encrypted ? await encryptFor(endpoint, payload) : null
  const body = isGet ? {} : { body: JSON.stringify(encrypted?.body ?? payload) }
  const type = encrypted ? encryptedType : 'application/json'
  const headers = { ...requestHeaders(), ...(isGet ? {} : { 'content-type': type }), ...extra.headers }
  const response = await fetchOrFail(
    endpoint.path + (isGet ? queryOf(payload) : ''),
    { method: endpoint.method, headers, ...body },
    extra,
  )
  const isFlat = endpoint.output.as === 'flat'
  const answer = await readBody(response, isFlat, encrypted?.decrypt)
  return { data: (isFlat ? answer : answer.data) as O, msg: answer.msg ?? '' }
}

const refreshing = () => import('./refresh.ts').catch(() => null)

/** Exchanges the tokens of the session if they are old. */
export const keepTokenFresh = async (): Promise<void> => {
  if (!currentToken()) return
  // a separate chunk, since visitors do not need it; loaded early, since a later release may have removed this version's file
  const loaded = await refreshing()
  if (isTokenOld()) await loaded?.refreshTokens(sendOnce)
}

/** Sends with a token that is not old, and once more if the tokens had to be exchanged; a session that has ended is dropped. */
export const inSession = async <T>(send: () => Promise<T>, isRepeated = false): Promise<T> => {
  if (isTokenOld()) await keepTokenFresh()
  const call = { token: currentToken(), person: currentUser()?.user_id, isRepeated }
  try {
    return await send()
  } catch (error) {
    if (error instanceof Failure && [401, 423].includes(error.status))
      if (await (await refreshing())?.followRefusal(error, call, sendOnce)) return inSession(send, true)
    throw error
  }
}

/** Calls an endpoint and resolves to its data and message; throws a Failure with the server's message. */
export const askWithMessage = <I, O>(
  endpoint: Endpoint<I, O>,
  input?: NoInfer<I>,
  extra?: RequestOptions,
): Promise<Answer<O>> => inSession(() => sendOnce(endpoint, input, extra))

/** Calls an endpoint and resolves to its data; throws a Failure with the server's message. */
export const ask = async <I, O>(endpoint: Endpoint<I, O>, input?: NoInfer<I>, extra: RequestOptions = {}): Promise<O> =>
  (await askWithMessage(endpoint, input, extra)).data

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // a console page in a background tab shows its data again at once
      gcTime: 4 * 3_600_000,
      // retry only if the server was not reached or is busy; any other error would come back unchanged
      retry: (count, error) => count < 2 && error instanceof Failure && (error.code === 0 || error.code === 503),
    },
  },
})

// clear the cache of the previous person, before the pages are notified and read again
onSession(() => {
  if (!currentUser()) queries.clear()
})

export const keyOf = (endpoint: { readonly path: string }, input?: unknown) =>
  input === undefined ? [endpoint.path] : [endpoint.path, input]

type Options<O> = Partial<Omit<UseQueryOptions<O, Failure>, 'queryKey' | 'queryFn'>>

/** The query for the data of an endpoint in a language: its key in the cache, and how to read it. */
export const answerQuery = <I, O>(endpoint: Endpoint<I, O>, input: NoInfer<I> | undefined, lang: Lang) => ({
  queryKey: [...keyOf(endpoint, input), lang],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(endpoint, input, { signal }),
})

/** Reads an endpoint and caches its data: data, error, isPending, refetch. */
export const useAnswer = <I, O>(endpoint: Endpoint<I, O>, input?: NoInfer<I>, options: Options<O> = {}) => {
  const lang = useLang()
  return useQuery<O, Failure>({ ...options, ...answerQuery(endpoint, input, lang) })
}

/** Marks all cached data of endpoints below these paths as stale. */
export const invalidate = (...prefixes: readonly string[]): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix)),
  })
