import { createHash } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Endpoint, OutputShape } from '#contract/kit/call.ts'
import { type Fail, noSession } from '#contract/kit/fail.ts'
import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'
import { languageHeader, textsHeader } from '#contract/language-header.ts'
import type { RowResult } from '#contract/row-results.ts'
import { addBodyParsers } from '../base/http/body-parsers.ts'
import { compressAnswers } from '../base/http/compress-answers.ts'
import { setLimits } from '../base/http/limits.ts'
import { noRouteFault } from '../base/http/no-route.ts'
import { closeConnectionsPromptly } from '../base/http/prompt-close.ts'
import { handleProtocolErrors } from '../base/http/protocol-errors.ts'
import { type Redirect, sendRedirect, sendRefusal } from '../base/http/redirect.ts'
import { type Download, sendFile } from '../base/http/send-file.ts'
import { serverOptions } from '../base/http/server-options.ts'
import { limitSilentConnections } from '../base/http/silent-connections.ts'
import { currentCacheVersions, invalidateCacheVersions } from './cache.ts'
import { type App, type Ctx, isSignedIn, type Route, type UserCtx } from './context.ts'
import { readCredential } from './credential.ts'
import { acceptEncryptedBodies } from './encrypted-bodies.ts'
import { failOf } from './errors.ts'
import { guard } from './gates.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { namedTenant, readInput } from './read-input.ts'
import { forEachRow, isForEach, newAct, oneBulkAtATime, summarizeResults } from './row-by-row.ts'
import { invalidateCounts } from './row-counts.ts'
import { answerSchema } from './schema.ts'
import { visitor } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx
  }
}

type Input = Record<string, unknown>
const done: Text = ['操作成功', 'Done']
export const agentOf = ({ headers }: FastifyRequest): string => String(headers['user-agent'] ?? '').slice(0, 250)
const langIn = (header: unknown): Lang =>
  String(header ?? '')
    .toLowerCase()
    .startsWith('en')
    ? 'en'
    : 'zh'

/** Chinese, unless the language header says otherwise; a page opened in a browser uses the language the browser requests. */
const langOf = ({ headers }: FastifyRequest, as: OutputShape['as']): Lang =>
  langIn(headers[languageHeader] ?? (as === 'redirect' ? headers['accept-language'] : ''))

/** 1. Identifies the caller: the session of the token, the owner of the key, or a visitor. */
const authenticate = async (app: App, request: FastifyRequest, endpoint: Endpoint): Promise<Ctx> => {
  const session = await readCredential(app, request, endpoint)
  if (!session && endpoint.access !== 'public') throw noSession()
  return {
    app,
    db: app.db,
    lang: langOf(request, endpoint.output.as),
    actor: session?.actor ?? visitor,
    cacheVersions: session?.cacheVersions ?? (await currentCacheVersions(app)),
    request: {
      id: request.id,
      address: request.ip,
      headers: request.headers,
      agent: agentOf(request),
      answer: {},
      onLeave: (act) => {
        request.socket.once('close', act)
        return () => request.socket.off('close', act)
      },
    },
  }
}

/** 4. Runs the handler: once for each Idempotency-Key, row by row if requested. */
const handle = async (route: Route, request: FastifyRequest): Promise<unknown> => {
  const { ctx } = request
  if (route.endpoint.method === 'GET') return answerOf(route, request)
  // counts and versions that were read before the write finished may be in the caches
  return answerOf(route, request).finally(() => {
    invalidateCounts(ctx.app)
    invalidateCacheVersions(ctx.app)
  })
}

/** 3. Reads the input, and runs the handler with it. */
const answerOf = async (route: Route, request: FastifyRequest): Promise<unknown> => {
  const input = readInput(route.endpoint, request)
  const ctx = { ...request.ctx, request: { ...request.ctx.request, tenantId: namedTenant(request) } }
  request.ctx = ctx
  // a file that is still streaming in cannot be compared with an earlier one
  if (route.endpoint.body === 'multipart') return runHandler(route, ctx, { ...input, request })
  if (!isForEach(route.endpoint, request.query as Input)) return invoke(route, request, input)
  request.ctx = { ...ctx, act: await newAct(ctx) }
  const handleRow = (rowInput: Input, id: string) =>
    invoke(route, request, rowInput, `:${id}`).catch((error) =>
      ctx.app.auditRefusal(route, request, error, rowInput).then(() => Promise.reject(error)),
    )
  const messageOf = (error: unknown) => localize(toFail(ctx.app, error, request)[1], ctx.lang)
  return oneBulkAtATime(ctx, () => forEachRow(route.endpoint, input, handleRow, messageOf))
}

/** A handler that needs a user belongs to an endpoint that is not public; `authenticate` lets no visitor reach it. */
const runHandler = ({ handle }: Route, ctx: Ctx, input: Input): Promise<unknown> => handle(ctx as UserCtx, input)

/** Runs the handler. `keySuffix` distinguishes the rows of one request, so that each row runs once. */
const invoke = (route: Route, request: FastifyRequest, input: Input, keySuffix = ''): Promise<unknown> => {
  const { ctx } = request
  const key = request.headers['idempotency-key']
  // logins and refreshes are public: their failures must be recorded, and tokens must not be stored
  const repeatable = route.endpoint.method === 'POST' && route.endpoint.access !== 'public'
  if (repeatable && isSignedIn(ctx) && typeof key === 'string' && /^[\w-]{8,64}$/.test(key))
    return withIdempotencyKey(ctx, `${route.name}:${key}${keySuffix}`, input, (inside) =>
      runHandler(route, inside, input),
    )
  return runHandler(route, ctx, input)
}

/** 5. Sends the answer: in the envelope, flat, or as a file. */
const sendSuccess = (route: Route, request: FastifyRequest, reply: FastifyReply, answer: unknown) => {
  const { as } = route.endpoint.output
  if (as === 'file') return sendFile(reply, answer as Download)
  if (as === 'redirect') return sendRedirect(reply, answer as Redirect)
  if (isForEach(route.endpoint, request.query as Input)) return sendResults(request, reply, answer as RowResult[])
  const payload =
    as === 'flat'
      ? answer
      : {
          code: 200,
          success: true,
          data: answer ?? null,
          msg: localize(request.ctx.request.answer?.text ?? done, request.ctx.lang),
        }
  if (route.endpoint.access === 'public' && route.endpoint.method === 'GET' && as !== 'flat')
    return sendWithEtag(request, reply, payload)
  return reply.header('cache-control', 'no-store').send(payload)
}

/** Row results have their own shape, whatever the call answers otherwise. */
const sendResults = ({ ctx }: FastifyRequest, reply: FastifyReply, data: readonly RowResult[]) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(String)
    .send(JSON.stringify({ code: 200, success: true, data, msg: localize(summarizeResults(data) ?? done, ctx.lang) }))

/** Public reads carry an ETag; a client that already has the answer gets 304. */
const sendWithEtag = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
  const body = JSON.stringify(payload)
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
  // only the browser itself may cache what a logged-in caller gets
  const cacheControl = request.ctx.actor.id ? 'private, no-cache' : 'no-cache'
  reply.header('etag', etag).header('cache-control', cacheControl).header('vary', languageHeader)
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').serializer(String).send(body)
}

/** The error for the caller. An unexpected one is stored under the request id, and its text contains only that id. */
const toFail = (app: App, error: unknown, request: FastifyRequest): [fail: Fail, text: Text] => {
  const fail = failOf(error)
  if (fail.code >= 500 && fail !== error) {
    app.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    app.logServerError({
      error,
      requestId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0] as string,
      address: request.ip,
      agent: agentOf(request),
      account: request.ctx?.actor.account ?? '',
    })
  }
  return [fail, fail.code === 500 ? fill(fail.text, request.id) : fail.text]
}

/** 6. Sends an error: one shape, the message in the caller's language. */
const sendError = (app: App, error: unknown, request: FastifyRequest, reply: FastifyReply, as: OutputShape['as']) => {
  const [fail, text] = toFail(app, error, request)
  const lang = langOf(request, as)
  const msg = localize(text, lang)
  // our pages change the language of a message that is already displayed
  const pair = (both: Text) => (request.headers[textsHeader] === 'both' ? { text: both } : {})
  const faults = fail.detail.faults?.map((fault) => ({
    at: fault.at,
    msg: localize(fault.text, lang),
    ...pair(fault.text),
  }))
  const data = fail.detail.data ?? (faults ? { faults } : null)
  const wait = fail.detail.retryAfter ?? (fail.code === 503 ? 2 : null)
  if (wait !== null) reply.header('retry-after', String(wait))
  reply.status(fail.code).header('cache-control', 'no-store')
  const error_code = fail.detail.error ?? fail.code
  if (as === 'redirect') return sendRefusal(reply, lang, msg)
  if (as === 'flat')
    return reply.send({
      success: false,
      code: fail.code,
      error: 'invalid_request',
      error_code,
      error_description: msg,
      msg,
      // what clients of PowerJob's interface read (contract/job/open-api.ts)
      message: msg,
      data,
      ...pair(text),
    })
  return reply.send({ code: fail.code, success: false, data, msg, ...pair(text) })
}

/** Security headers of every response. A content policy that the handler has set stays, as for pages and files. */
const setSecurityHeaders = (request: FastifyRequest, reply: FastifyReply) => {
  reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin')
  // for the caller to quote to an administrator
  reply.header('x-request-id', request.id)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
}

/** Called for each request after its response, successful or not; `request.ctx` is absent if authentication failed. */
export type ResponseListener = (route: Route, request: FastifyRequest, reply: FastifyReply) => void

/** The server with all its routes. A route without declared access cannot exist: `Endpoint.access` has no default. */
export const makeServer = (
  app: App,
  routes: readonly Route[],
  acceptUploads: (server: FastifyInstance) => unknown,
  responseListener: ResponseListener,
): FastifyInstance => {
  let count = 0
  const started = Date.now().toString(36)
  const server = fastify({
    ...serverOptions,
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply)
      sendError(app, error, request, reply, 'nothing')
    },
    trustProxy: app.env.trustedProxies.length ? app.env.trustedProxies : false,
    genReqId: () => `${started}-${(++count).toString(36)}`,
  })
  addBodyParsers(server)
  acceptEncryptedBodies(app, server)
  handleProtocolErrors(server)
  compressAnswers(server)
  setLimits(server)
  limitSilentConnections(server.server, app.env)
  server.decorateRequest('ctx')
  server.setErrorHandler((error, request, reply) => sendError(app, error, request, reply, 'nothing'))
  closeConnectionsPromptly(server)
  server.addHook('onSend', (request, reply, payload, next) => {
    setSecurityHeaders(request, reply)
    next(null, payload)
  })
  const uploads = routes.filter(({ endpoint }) => endpoint.body === 'multipart')
  for (const route of routes) if (!uploads.includes(route)) addRoute(app, server, route, responseListener)
  server.register(async (uploadServer) => {
    await acceptUploads(uploadServer)
    for (const route of uploads) addRoute(app, uploadServer, route, responseListener)
  })
  server.setNotFoundHandler((request, reply) =>
    sendError(app, noRouteFault(server, request), request, reply, 'nothing'),
  )
  return server
}

/** Largest body of a call that needs no session, in bytes; uploads have limits of their own. */
const maxPublicBody = 16 * 1024

const addRoute = (app: App, server: FastifyInstance, route: Route, responseListener: ResponseListener) => {
  const { endpoint } = route
  const schema = answerSchema(endpoint)
  server.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.access === 'public' && endpoint.body !== 'multipart' ? { bodyLimit: maxPublicBody } : {}),
    ...(schema ? { schema: { response: { 200: schema } } } : {}),
    onRequest: async (request) => {
      request.ctx = await authenticate(app, request, endpoint)
      // 2. checks access before the body is read
      guard(request.ctx.actor, route)
    },
    handler: async (request, reply) => sendSuccess(route, request, reply, await handle(route, request)),
    errorHandler: (error, request, reply) =>
      app.auditRefusal(route, request, error).then(() => sendError(app, error, request, reply, endpoint.output.as)),
    onResponse: (request, reply, next) => {
      responseListener(route, request, reply)
      next()
    },
  })
}
