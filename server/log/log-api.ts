import type { FastifyReply, FastifyRequest } from 'fastify'
import { calls, entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Db } from '../base/db.ts'
import type { Log } from '../base/log.ts'
import { agentOf, type ResponseListener, type Route } from '../engine/http.ts'
import { visitor } from '../engine/session.ts'
import { createBuffer } from './buffer.ts'
import { addLines } from './lines.ts'
import { maskForLog } from './mask.ts'
import type { ServerInfo } from './server-info.ts'

const maxParamsLength = 4000

/** What was called, in the words of its menu and its button: 岗位管理 · 新增或修改. */
const titleOf = (group: string, { label }: Endpoint): string => {
  const entity = (entities as Readonly<Record<string, AnyEntity>>)[group]
  return entity && !(group in calls) ? `${entity.label[0]} · ${label[0]}` : label[0]
}

/** A file that is not for everybody is data that leaves the platform; the audit has it from whoever makes it. */
const isExport = ({ output: gives, access }: Endpoint) => gives.as === 'file' && access !== 'public'
const isLogged = (endpoint: Endpoint) => endpoint.method === 'POST' || isExport(endpoint)

/** Whom a visitor says he is, at the login. */
const claimedAccount = ({ access }: Endpoint, { username }: { username?: unknown }): string | null =>
  access === 'public' && typeof username === 'string' ? username.slice(0, 64) : null

const lineOf = ({ name, endpoint }: Route, request: FastifyRequest, reply: FastifyReply, serverInfo: ServerInfo) => {
  const { ctx, query, body } = request
  const { id, account, tenantId } = ctx.actor
  const [methodClass = '', methodName = ''] = name.split('.')
  const payload = { ...(query as object), ...(Array.isArray(body) ? { list: body } : (body as object | null)) }
  const params = JSON.stringify(maskForLog(payload, { fields: endpoint.input, isPublic: endpoint.access === 'public' }))
  return {
    type: isExport(endpoint) ? 2 : 1,
    title: titleOf(methodClass, endpoint),
    methodClass,
    methodName,
    serviceId: endpoint.path.split('/')[2] ?? '',
    ...serverInfo,
    method: endpoint.method,
    requestUri: endpoint.path,
    params: params === '{}' ? null : params.slice(0, maxParamsLength),
    remoteIp: request.ip,
    userAgent: agentOf(request),
    createBy: account || claimedAccount(endpoint, payload),
    createUser: id,
    tenantId,
    requestId: request.id,
    time: Math.round(reply.elapsedTime),
    result: reply.statusCode,
    createTime: new Date().toISOString(),
  }
}

/** Keeps calls that change something, and exports; written together once a second. */
const callLog = (db: Db, log: Log, serverInfo: ServerInfo, onLost: (count: number) => void) => {
  const lines = createBuffer<ReturnType<typeof lineOf>>({
    write: (pendingLines) => addLines(db, 'log_api', pendingLines),
    onLost,
    onError: (error) => log.error({ err: error }, 'the log of calls could not be written'),
  })
  const logCall: ResponseListener = (route, request, reply) => lines.add(lineOf(route, request, reply, serverInfo))
  return { keep: logCall, close: lines.close }
}

/**
 * What is kept of each call once it is answered: a line of the process's own log, and in the log of calls what changed something
 * or took data along. Who was turned away at the door has done nothing.
 */
export const createCallLog = (
  db: Db,
  log: Log,
  serverInfo: ServerInfo,
  onLost: (count: number) => void,
  onChange: () => void,
) => {
  const { keep: logCall, close } = callLog(db, log, serverInfo, onLost)
  const afterCall: ResponseListener = (route, request, reply) => {
    const { account } = (request.ctx ?? { actor: visitor }).actor
    const [status, ms] = [reply.statusCode, Math.round(reply.elapsedTime)]
    log.info({ requestId: request.id, route: route.name, status, ms, account: account || undefined }, 'request')
    if (!request.ctx || !isLogged(route.endpoint)) return
    logCall(route, request, reply)
    onChange()
  }
  return { answered: afterCall, close }
}
