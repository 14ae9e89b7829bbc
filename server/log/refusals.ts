import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import { sql } from '../base/database/sql.ts'
import { parseJson } from '../base/http/body-parsers.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import type { App, Ctx, Route } from '../engine/context.ts'
import { failOf } from '../engine/errors.ts'

type Input = Readonly<Record<string, unknown>>

/** The audit verb of a standard write; actions keep their own name. */
const verbOf = (verb: string, input: Input): string => {
  if (verb === 'submit') return input.id ? 'update' : 'insert'
  return verb === 'save' ? 'insert' : verb
}

/** The ids of the target rows, from the first input field of the call. */
const idsOf = ({ input: fields }: Route['endpoint'], input: Input): string[] => {
  const [key = 'id'] = Object.keys(fields)
  return split(String(input[key] ?? '')).filter((id) => /^\d{1,19}$/.test(id))
}

/** The ids that belong to the caller's tenant, or `['0']`: the audit reveals nothing of other tenants' rows. */
const idsInTenant = async ({ app, actor }: Ctx, entity: AnyEntity, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(entity.name)} where id = any(${ids}::bigint[]) and tenant_id = ${actor.tenantId}`.execute(
    app.db,
  )
  return rows.length ? rows.map(({ id }) => id) : ['0']
}

/** Maximum size in bytes of a body that is read only for the audit; it has to hold the ids of some rows. */
const maxBodySize = 16 * 1024

/** How long a refusal waits for such a body, in milliseconds: its first part usually arrives with the headers. */
const maxBodyWait = 1000

/** Resolves to null if the text does not arrive in time; the rest of it is then read and dropped. */
const readInTime = async (raw: FastifyRequest['raw']): Promise<string | null> => {
  const timer = new AbortController()
  return Promise.race([text(raw), setTimeout(maxBodyWait, null, { signal: timer.signal })]).finally(() => timer.abort())
}

/** The body of a request that was refused before it was read (no permission), if it is small JSON and arrives soon. */
const readUnreadBody = async ({ raw, headers }: FastifyRequest): Promise<unknown> => {
  const isSmall = Number(headers['content-length']) <= maxBodySize
  if (!isSmall || !headers['content-type']?.includes('json') || raw.readableEnded || raw.destroyed) return null
  const body = await readInTime(raw)
  return body === null ? null : parseJson(body)
}

/** The raw query and body of a request that was refused before its input was parsed. */
const inputOf = async (request: FastifyRequest): Promise<Input> => {
  const body = request.body ?? (await readUnreadBody(request).catch(() => null))
  return { ...(request.query as Input), ...(typeof body === 'object' && body !== null ? (body as Input) : {}) }
}

/** Maximum number of audit entries per request; further rows get none. */
const maxLines = 20

/** Whether an attempt to change rows is recorded: faults of an input and conflicts (409) are not. */
const isRecorded = (error: unknown): boolean => {
  const { code, detail } = failOf(error)
  return (code === 400 || code === 403) && !detail.faults
}

/** Writes an entry with the reason for each row. Never throws. */
const record = async (ctx: Ctx, { name, endpoint }: Route, error: unknown, readInput: () => Input | Promise<Input>) => {
  const [entity = '', verb = ''] = name.split('.')
  const entityDef = ctx.app.entities[entity]
  if (!ctx.actor.id || !entityDef || !isRecorded(error)) return
  try {
    const input = await readInput()
    // in both languages: who reads it may use another than who was refused
    const after = { refusal: failOf(error).text }
    for (const id of await idsInTenant(ctx, entityDef, idsOf(endpoint, input).slice(0, maxLines)))
      await writeAudit({ ...ctx, db: ctx.app.db }, entity, id, verbOf(verb, input), null, after, { outcome: 0 })
  } catch (fault) {
    ctx.app.log.error({ err: fault, requestId: ctx.request.id }, 'a refused attempt could not be recorded')
  }
}

/** Records in the audit that a logged-in caller tried to change rows and was refused (400 or 403), with the reason. */
export const auditRefusal: App['auditRefusal'] = async (route, request, error, parsedInput) => {
  // absent if authentication failed
  const ctx: FastifyRequest['ctx'] | undefined = request.ctx
  if (!ctx || route.endpoint.method !== 'POST') return
  await record(ctx, route, error, () => (parsedInput ? { ...parsedInput } : inputOf(request)))
}

/** The same for a row of an act in the background. */
export const auditRefusedRow = (ctx: Ctx, route: Route, error: unknown, input: Input): Promise<void> =>
  record(ctx, route, error, () => input)
