import { createHash } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Access, Endpoint, Gives } from '#contract/kit/call.ts'
import { check, keep } from '#contract/kit/check.ts'
import { denied, Fail, faulty, noSession } from '#contract/kit/fail.ts'
import { fill, type Lang, say, type Text } from '#contract/kit/text.ts'
import { readsBodies } from '../base/bodies.ts'
import { type Download, sendFile } from '../base/download.ts'
import { type Going, sendGoing, sendRefusal } from '../base/going.ts'
import { patience, setLimits } from '../base/limits.ts'
import { isSecret } from '../base/log.ts'
import { type App, type Ctx, type Handler, may, tx } from './context.ts'
import { failOf } from './errors.ts'
import { epochsNow } from './kept.ts'
import { answerSchema } from './schema.ts'
import { acceptSealed } from './sealed.ts'
import { readSession, type Session, tokenOf, visitor } from './session.ts'
import { forgetTotals } from './totals.ts'

/** What a session can be held up by before its rights are asked. */
export type Hindrance = 'initialPassword' | 'lockScreen'

/** One endpoint with what answers it. `name` is entity.verb or group.call. */
export interface Route {
  readonly name: string
  readonly endpoint: Endpoint
  // biome-ignore lint/suspicious/noExplicitAny: a table of handlers of every input; each is typed where it is written
  readonly handle: Handler<any, unknown>
  /** What does not keep a session from this call: an initial password still in use, its lock screen. */
  readonly despite?: readonly Hindrance[]
}

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx
  }
}

type Input = Record<string, unknown>
const done: Text = ['操作成功', 'Done']
const langOf = (header: string | undefined): Lang => (header?.toLowerCase().startsWith('en') ? 'en' : 'zh')

const agentOf = ({ headers }: FastifyRequest): string => String(headers['user-agent'] ?? '').slice(0, 250)

/** 1. Who asks: the session behind the token, or a visitor. */
const enter = async (app: App, request: FastifyRequest, { access, method }: Endpoint): Promise<Ctx> => {
  // a link to a file cannot carry a header; what changes something is never a link
  const linked = method === 'GET' ? (request.query as Input)['Blade-Auth'] : undefined
  const token = tokenOf(request.headers['blade-auth'] ?? linked)
  const session = token ? await sessionOf(app, token, access) : null
  if (!session && access !== 'public') throw noSession()
  return {
    ...{ app, db: app.db, lang: langOf(request.headers['accept-language']) },
    ...{ actor: session?.actor ?? visitor, epochs: session?.epochs ?? (await epochsNow(app)) },
    request: {
      id: request.id,
      address: request.ip,
      headers: request.headers,
      agent: agentOf(request),
    },
  }
}

/** An ended session does not keep a visitor from what is public. */
const sessionOf = async (app: App, token: string, access: Access): Promise<Session | null> => {
  if (access !== 'public') return readSession(app, token)
  return readSession(app, token).catch((error) => {
    if (error instanceof Fail) return null
    throw error
  })
}

/** 2. Whether he may: by the access the endpoint declares, before the body is read. */
const guard = (ctx: Ctx, { endpoint, despite = [] }: Route): void => {
  const { access } = endpoint
  if (access === 'public') return
  // not 401: the session is not ended (decisions.md 18)
  if (ctx.actor.locked && !despite.includes('lockScreen'))
    throw new Fail(['屏幕已锁定，请先解锁', 'The screen is locked, please unlock it first'], 423, {
      data: { locked: true },
    })
  if (ctx.actor.mustChange && !despite.includes('initialPassword'))
    throw new Fail(['请先修改初始密码', 'Please change your initial password first'], 403, {
      data: { mustChange: true },
    })
  if (typeof access === 'object' && !access.perm.some((code) => may(ctx, code))) throw denied()
}

/** 3. What he sends: by the fields the endpoint takes; unknown keys are gone after this. */
const read = (endpoint: Endpoint, request: FastifyRequest): Input => {
  const query = request.query as Input
  const sent = typeof request.body === 'object' && request.body !== null ? request.body : {}
  const body = (Array.isArray(sent) ? { list: sent } : sent) as Input
  const fromForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  const loose = fromForm || endpoint.method === 'GET' || Object.keys(body).length === 0
  const given = endpoint.method === 'GET' ? query : { ...query, ...body }
  const mode = endpoint.body === 'draft' || (endpoint.takes.id && given.id) ? 'change' : 'new'
  const { value, faults } =
    endpoint.body === 'draft' ? keep(endpoint.takes, given) : check(endpoint.takes, given, { mode, loose })
  if (faults.length) throw faulty(faults)
  return endpoint.body === 'filters' ? { ...query, ...value } : (value as Input)
}

/** 4. A write with an Idempotency-Key happens once: repeats get the first answer, another body under the key is refused. A password that is shown once is not in the repeat. */
const once = async (ctx: Ctx, key: string, input: Input, act: (ctx: Ctx) => Promise<unknown>): Promise<unknown> =>
  tx(ctx, async (inside) => {
    const userId = inside.actor.id as string
    const hash = createHash('sha256').update(JSON.stringify(input)).digest()
    const made = await inside.db
      .insertInto('requestKey')
      .values({ userId, key, hash, answer: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) {
      const first = await inside.db
        .selectFrom('requestKey')
        .selectAll()
        .where('userId', '=', userId)
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      if (!first.hash.equals(hash))
        throw new Fail(['该请求标识已用于其他内容', 'This key was already used for another request'], 409)
      return first.answer
    }
    const answer = await act(inside)
    await inside.db
      .updateTable('requestKey')
      .set({ answer: JSON.stringify(answer ?? null, (name, value) => (isSecret(name) ? null : value)) })
      .where('userId', '=', userId)
      .where('key', '=', key)
      .execute()
    return answer
  })

const act = async (route: Route, request: FastifyRequest): Promise<unknown> => {
  const { ctx } = request
  if (route.endpoint.method === 'GET') return answerOf(route, request)
  // a count that began before the write was done may have been kept since
  return answerOf(route, request).finally(() => forgetTotals(ctx.app))
}

const answerOf = async (route: Route, request: FastifyRequest): Promise<unknown> => {
  const { ctx } = request
  const input = read(route.endpoint, request)
  // a file still streaming in cannot be compared with an earlier one
  if (route.endpoint.body === 'multipart') return route.handle(ctx, { ...input, request })
  const key = request.headers['idempotency-key']
  // logins and refreshes are public: refused, they must leave their traces, and tokens are kept nowhere
  const repeatable = route.endpoint.method === 'POST' && route.endpoint.access !== 'public' && ctx.actor.id
  if (repeatable && typeof key === 'string' && /^[\w-]{8,64}$/.test(key))
    return once(ctx, `${route.name}:${key}`, input, (inside) => route.handle(inside, input))
  return route.handle(ctx, input)
}

/** 5. The answer: in the envelope, flat, or a file. */
const send = (route: Route, request: FastifyRequest, reply: FastifyReply, answer: unknown) => {
  const { as } = route.endpoint.gives
  if (as === 'file') return sendFile(reply, answer as Download)
  if (as === 'redirect') return sendGoing(reply, answer as Going)
  const whole =
    as === 'flat' ? answer : { code: 200, success: true, data: answer ?? null, msg: say(done, request.ctx.lang) }
  if (route.endpoint.access === 'public' && route.endpoint.method === 'GET' && as !== 'flat')
    return sendTagged(request, reply, whole)
  return reply.header('cache-control', 'no-store').send(whole)
}

/** Public reads carry a fingerprint: whoever has the answer already is told so in a line. */
const sendTagged = (request: FastifyRequest, reply: FastifyReply, whole: unknown) => {
  const body = JSON.stringify(whole)
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
  reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-language')
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').serializer(String).send(body)
}

/** 6. A refusal: one shape, the sentence in the reader's language; what nobody foresaw says no more than its id. */
const refuse = (app: App, error: unknown, request: FastifyRequest, reply: FastifyReply, as: Gives['as']) => {
  const fail = failOf(error)
  const lang = langOf(request.headers['accept-language'])
  if (fail.code >= 500 && fail !== error) {
    app.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    app.keepFailure({
      ...{ error, requestId: request.id, method: request.method, path: request.url.split('?', 1)[0] as string },
      ...{ address: request.ip, agent: agentOf(request), account: request.ctx?.actor.account ?? '' },
    })
  }
  const text: Text = fail.code === 500 ? fill(fail.text, request.id) : fail.text
  const msg = say(text, lang)
  const faults = fail.detail.faults?.map(({ at, text: words }) => ({ at, msg: say(words, lang) }))
  const data = fail.detail.data ?? (faults ? { faults } : null)
  if (fail.code === 503) reply.header('retry-after', '2')
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
      data,
    })
  return reply.send({ code: fail.code, success: false, data, msg })
}

/** What browsers heed of every answer, whoever gave it; pages and files have stricter or wider rules of their own. */
const protect = (request: FastifyRequest, reply: FastifyReply) => {
  reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
}

const notThere = () => new Fail(['没有这个地址', 'There is no such address'], 404)

/** The server with all its routes. A route without declared access cannot exist: `Endpoint.access` has no default. */
export const makeServer = (
  app: App,
  routes: readonly Route[],
  acceptUploads: (server: FastifyInstance) => unknown,
): FastifyInstance => {
  let count = 0
  const started = Date.now().toString(36)
  const server = fastify({
    ...{ logger: false, bodyLimit: 1024 * 1024, connectionTimeout: 0, forceCloseConnections: 'idle' as const },
    ...patience,
    ...{ trustProxy: app.env.trustedProxies.length ? app.env.trustedProxies : false, return503OnClosing: true },
    genReqId: () => `${started}-${(++count).toString(36)}`,
    ajv: { customOptions: { coerceTypes: false } },
  })
  readsBodies(server)
  acceptSealed(app, server)
  setLimits(server)
  server.decorateRequest('ctx')
  server.setErrorHandler((error, request, reply) => refuse(app, error, request, reply, 'nothing'))
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
  })
  server.addHook('onSend', async (request, reply) => {
    // a kept-alive connection would hold up the end
    if (closing) reply.header('connection', 'close')
    protect(request, reply)
  })
  const uploads = routes.filter(({ endpoint }) => endpoint.body === 'multipart')
  for (const route of routes) if (!uploads.includes(route)) addRoute(app, server, route)
  server.register(async (scope) => {
    await acceptUploads(scope)
    for (const route of uploads) addRoute(app, scope, route)
  })
  server.setNotFoundHandler((request, reply) => refuse(app, notThere(), request, reply, 'nothing'))
  return server
}

const addRoute = (app: App, server: FastifyInstance, route: Route) => {
  const { endpoint } = route
  const schema = answerSchema(endpoint)
  server.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(schema ? { schema: { response: { 200: schema } } } : {}),
    onRequest: async (request) => {
      request.ctx = await enter(app, request, endpoint)
      guard(request.ctx, route)
    },
    handler: async (request, reply) => send(route, request, reply, await act(route, request)),
    errorHandler: (error, request, reply) => refuse(app, error, request, reply, endpoint.gives.as),
    onResponse: async (request, reply) => {
      const { actor } = request.ctx ?? { actor: visitor }
      app.log.info(
        {
          requestId: request.id,
          route: route.name,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          account: actor.account || undefined,
        },
        'request',
      )
    },
  })
}
