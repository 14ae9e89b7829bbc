import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import { localize } from '#contract/kit/text.ts'
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

/** The raw query and body of a request that was refused before its input was parsed. */
const inputOf = ({ query, body }: FastifyRequest): Input => ({
  ...(query as Input),
  ...(typeof body === 'object' && body !== null ? (body as Input) : {}),
})

/** Maximum number of audit entries per request; further rows get none. */
const maxLines = 20

/**
 * Records in the audit that a logged-in caller tried to change rows and was refused (400 or 403), with the message returned.
 * Inputs with faults and conflicts (409) are not recorded.
 */
export const auditRefusal: App['auditRefusal'] = async ({ name, endpoint }, request, error, parsedInput) => {
  const input: Input = parsedInput ? { ...parsedInput } : inputOf(request)
  const ctx: FastifyRequest['ctx'] | undefined = request.ctx
  const [entity = '', verb = ''] = name.split('.')
  const fail = failOf(error)
  const isRefused = (fail.code === 400 || fail.code === 403) && !fail.detail.faults
  const entityDef = ctx?.app.entities[entity]
  if (!ctx?.actor.id || endpoint.method !== 'POST' || !isRefused || !entityDef) return
  const after = { refusal: localize(fail.text, ctx.lang) }
  try {
    for (const id of await idsInTenant(ctx, entityDef, idsOf(endpoint, input).slice(0, maxLines)))
      await writeAudit({ ...ctx, db: ctx.app.db }, entity, id, verbOf(verb, input), null, after, 0)
  } catch (fault) {
    ctx.app.log.error({ err: fault, requestId: ctx.request.id }, 'a refused attempt could not be recorded')
  }
}
