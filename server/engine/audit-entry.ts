import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import { titleOf } from '#contract/title.ts'
import type { Fragment } from '../base/database/db.ts'
import { isReadable, quoted } from './column-types.ts'
import type { Ctx } from './context.ts'

const secretsOf = (entity: AnyEntity) =>
  Object.keys(entity.fields).filter((name) => !isReadable(entity.fields[name] as Field))

const actorColumns = 'tenant_id, create_user, create_by, real_name, remote_ip, request_id'
const actorValues = ({ actor, request }: Ctx) => [
  ...[actor.tenantId, actor.id, actor.account || null, actor.realName || null, request.address, request.id],
]

interface AuditLine {
  readonly verb: string
  /** `row`: alias of the changed row in the SQL of the write; `from`: the aliases to select from. */
  readonly row: string
  readonly before: string
  readonly after: string
  readonly from: string
}

/** The audit line of a standard write, as a CTE of its statement. */
export const auditInsert = (ctx: Ctx, entity: AnyEntity, { verb, row, before, after, from }: AuditLine): Fragment => ({
  text: `noted as (insert into audit (${actorColumns}, entity, verb, row_id, row_title, before, after)
    select ?, ?, ?, ?, ?, ?, ?, ?, ${row}.id, ${row}.${quoted(titleOf(entity))}::text, ${before}, ${after} from ${from})`,
  values: [...actorValues(ctx), entity.name, verb],
})

/** SQL: a row as JSON for the audit, without its secrets. */
export const rowSnapshot = (entity: AnyEntity, alias: string) => {
  const hidden = secretsOf(entity).map((name) => `'${quoted(name).slice(1, -1)}'`)
  return hidden.length ? `to_jsonb(${alias}) - array[${hidden.join(', ')}]` : `to_jsonb(${alias})`
}

/** SQL: the current title of a row. */
const currentTitle = (of: AnyEntity | undefined, id: string) =>
  of ? sql<string | null>`(select ${sql.ref(titleOf(of))}::text from ${sql.table(of.name)} where id = ${id})` : null

/**
 * Writes the audit line of a change that no standard verb makes; call it in the transaction of the change. Write a failure with
 * `outcome` 0 outside that transaction, which rolls back. `titleEntity` is the row's entity if `entity` is only a part of it.
 */
export const writeAudit = async (
  { app, db, actor, request }: Ctx,
  entity: string,
  rowId: string,
  verb: string,
  before: unknown,
  after: unknown,
  outcome: 0 | 1 = 1,
  titleEntity = entity,
): Promise<void> => {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await db
    .insertInto('audit')
    .values({
      tenantId: actor.tenantId,
      createUser: actor.id,
      createBy: actor.account || null,
      realName: actor.realName || null,
      remoteIp: request.address,
      requestId: request.id,
      entity,
      rowId,
      rowTitle: currentTitle(app.entities[titleEntity], rowId),
      verb,
      outcome,
      before: json(before),
      after: json(after),
    })
    .execute()
}
