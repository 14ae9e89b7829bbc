import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier, isReadable, quoted } from './column-types.ts'
import type { Ctx } from './context.ts'

const secretsOf = (entity: AnyEntity) =>
  Object.keys(entity.fields).filter((name) => !isReadable(entity.fields[name] as Field))

const actorColumns = sql`tenant_id, create_user, create_by, real_name, remote_ip, request_id`

/** Who did it: the name, and the key if a program did it for its owner. */
const nameOf = ({ realName, key }: Ctx['actor']): string | null =>
  key ? `${realName} (${key.prefix})` : realName || null

const actorValues = ({ actor, request }: Ctx) => [
  ...[actor.tenantId, actor.id, actor.account || null, nameOf(actor), request.address, request.id],
]

/** Names of the CTEs with the rows before the write (`old`) and after it (`saved`). */
type RowAlias = 'old' | 'saved'

interface AuditEntry {
  readonly verb: string
  /** The CTE with the id and title of the changed row, and the CTEs to select from. */
  readonly row: RowAlias
  readonly from: RowAlias | 'saved, old' | 'saved join old using (id)'
  /** Snapshots of the row; absent if there is no row at that time. */
  readonly before?: Fragment
  readonly after?: Fragment
}

const nullValue = sql`null`

/** The audit entry of a standard write, as a CTE of its statement. */
export const auditInsert = (ctx: Ctx, entity: AnyEntity, { verb, row, from, before, after }: AuditEntry): Fragment => {
  const values = sql.join([...actorValues(ctx), entity.name, verb])
  const title = sql`${sql.raw(row)}.${identifier(entity.title)}::text`
  return sql`audited as (insert into audit (${actorColumns}, entity, verb, row_id, row_title, before, after)
    select ${values}, ${sql.raw(row)}.id, ${title}, ${before ?? nullValue}, ${after ?? nullValue} from ${sql.raw(from)})`
}

/** A row as JSON for the audit, without its secrets. */
export const rowSnapshot = (entity: AnyEntity, alias: RowAlias): Fragment => {
  const secretColumns = secretsOf(entity).map((name) => `'${quoted(name).slice(1, -1)}'`)
  return sql.raw(
    secretColumns.length ? `to_jsonb(${alias}) - array[${secretColumns.join(', ')}]` : `to_jsonb(${alias})`,
  )
}

/** SQL: the current title of a row. */
const currentTitle = (of: AnyEntity | undefined, id: string) =>
  of ? sql<string | null>`(select ${sql.ref(of.title)}::text from ${sql.table(of.name)} where id = ${id})` : null

/**
 * Writes the audit entry of a change that no standard verb makes; call it in the transaction of the change. Write a failure
 * (`outcome` 0) outside that transaction, since it is rolled back. `titleEntity` is the row's entity if `entity` is only a part
 * of it; `title` names what was done if it has no row.
 */
export const writeAudit = async (
  { app, db, actor, request }: Ctx,
  entity: string,
  rowId: string,
  verb: string,
  before: unknown,
  after: unknown,
  { outcome = 1, titleEntity = entity, title }: Partial<{ outcome: 0 | 1; titleEntity: string; title: string }> = {},
): Promise<void> => {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await db
    .insertInto('audit')
    .values({
      tenantId: actor.tenantId,
      createUser: actor.id,
      createBy: actor.account || null,
      realName: nameOf(actor),
      remoteIp: request.address,
      requestId: request.id,
      entity,
      rowId,
      rowTitle: title ?? currentTitle(app.entities[titleEntity], rowId),
      verb,
      outcome,
      before: json(before),
      after: json(after),
    })
    .execute()
}
