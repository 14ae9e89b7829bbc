import type { FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '#contract/calls.ts'
import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Db } from '../base/database/db.ts'
import type { Log } from '../base/process/log.ts'
import type { Route } from '../engine/context.ts'
import { agentOf, type ResponseListener } from '../engine/http.ts'
import { visitor } from '../engine/session.ts'
import { createBuffer } from './buffer.ts'
import { addLines } from './lines.ts'
import { maskForLog } from './mask.ts'
import type { ServerInfo } from './server-info.ts'

const maxParamsLength = 4000

/** Title of a call as entity and call label: 岗位管理 · 新增或修改. */
const titleOf = (group: string, { label }: Endpoint): string => {
  const entity = (entities as Readonly<Record<string, AnyEntity>>)[group]
  return entity && !(group in calls) ? `${entity.label[0]} · ${label[0]}` : label[0]
}

/** Whether the call returns a non-public file: data that leaves the platform. */
const isExport = ({ output, access }: Endpoint) => output.as === 'file' && access !== 'public'
const isLogged = (endpoint: Endpoint) => endpoint.method === 'POST' || isExport(endpoint)

/** The account name a visitor claims when logging in. */
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

/** The log of calls, written in batches once a second. */
const callLog = (db: Db, log: Log, serverInfo: ServerInfo, onLost: (count: number) => void) => {
  const lines = createBuffer<ReturnType<typeof lineOf>>({
    write: (pendingLines) => addLines(db, 'log_api', pendingLines),
    onLost,
    onError: (error) => log.error({ err: error }, 'the API log could not be written'),
  })
  const logCall: ResponseListener = (route, request, reply) => lines.add(lineOf(route, request, reply, serverInfo))
  return { logCall, close: lines.close }
}

/**
 * Logs each answered call: a line in the process log, and an entry in the log of calls for POST requests and exports. Requests
 * rejected before their context was created get no entry.
 */
export const createCallLog = (db: Db, log: Log, serverInfo: ServerInfo, onLost: (count: number) => void) => {
  const { logCall, close } = callLog(db, log, serverInfo, onLost)
  const afterCall: ResponseListener = (route, request, reply) => {
    const { account } = (request.ctx ?? { actor: visitor }).actor
    const [status, ms] = [reply.statusCode, Math.round(reply.elapsedTime)]
    log.info({ requestId: request.id, route: route.name, status, ms, account: account || undefined }, 'request')
    if (request.ctx && isLogged(route.endpoint)) logCall(route, request, reply)
  }
  return { afterCall, close }
}
