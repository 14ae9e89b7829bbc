import { Fail, notFound } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { cachedFor } from '../engine/cache.ts'
import type { Ctx } from '../engine/context.ts'
import type { FlowBusiness } from './business.ts'
import type { DefinitionFacts } from './definitions.ts'

/** A running instance with its definition, locked for a step. */
export interface InstanceRow {
  readonly id: string
  readonly tenantId: string
  readonly subject: string
  /** What messages call it instead of its subject, if that is private. */
  readonly title: Text | null
  readonly businessTable: string
  readonly businessId: string
  readonly startUser: string | null
  readonly rev: number
  readonly variables: Readonly<Record<string, unknown>>
  readonly state: string | null
  readonly hasEnded: boolean
  readonly isSuspended: boolean
  readonly definitionId: string
  readonly definitionName: string
  readonly context: string
  readonly facts: DefinitionFacts
}

export const businessOf = ({ app }: Pick<Ctx, 'app'>, table: string): FlowBusiness => {
  const business = app.flowBusinesses[table]
  if (!business) throw new Error(`No process may be about rows of ${table}.`)
  return business
}

/** What the engine reads of a definition. It is large, and never changes once it is deployed. */
type DefinitionParts = Pick<InstanceRow, 'context' | 'facts'>
const definitionParts = cachedFor<DefinitionParts>({ ttlMs: 3_600_000, maxEntries: 50 })

const partsOf = ({ app, db }: Ctx, id: string): Promise<DefinitionParts> =>
  definitionParts.read(app, id, async () => {
    const [parts] = await run<DefinitionParts>(db, sql`select context, facts from flow_definition where id = ${id}`)
    if (!parts) throw notFound()
    return parts
  })

/** The running or ended instance that fulfils a condition, without a lock unless the query says so. */
const selectInstance = async (ctx: Ctx, condition: Fragment, lock: Fragment): Promise<InstanceRow | null> => {
  const [row] = await run<Omit<InstanceRow, keyof DefinitionParts>>(
    ctx.db,
    sql`select i.id::text, i.tenant_id as "tenantId", i.subject, i.title, i.business_table as "businessTable",
        i.business_id::text as "businessId", i.start_user::text as "startUser", i.rev, i.variables, i.state,
        i.end_time is not null as "hasEnded", i.suspension_state = 2 or d.suspension_state = 2 as "isSuspended",
        d.id::text as "definitionId", d.name as "definitionName"
      from flow_instance i join flow_definition d on d.id = i.definition_id
      where ${condition} and i.tenant_id = ${ctx.actor.tenantId} ${lock}`,
  )
  return row ? { ...row, ...(await partsOf(ctx, row.definitionId)) } : null
}

const instanceWith = async (ctx: Ctx, id: string, lock: Fragment): Promise<InstanceRow> => {
  const row = await selectInstance(ctx, sql`i.id = ${id}`, lock)
  if (!row) throw notFound()
  return row
}

const forUpdate = sql`for update of i`

/** An instance of the caller's tenant, to look at. Throws 404. */
export const readInstance = (ctx: Ctx, id: string): Promise<InstanceRow> => instanceWith(ctx, id, sql``)

/**
 * Locks the business row and then the instance, in this order everywhere, so that two steps cannot block each other. Throws 404 for
 * an instance of another tenant.
 */
export const lockInstance = async (ctx: Ctx, id: string): Promise<InstanceRow> => {
  const [found] = await run<{ businessTable: string; businessId: string }>(
    ctx.db,
    sql`select business_table as "businessTable", business_id::text as "businessId" from flow_instance
      where id = ${id} and tenant_id = ${ctx.actor.tenantId}`,
  )
  if (!found) throw notFound()
  await businessOf(ctx, found.businessTable).lock(ctx, found.businessId)
  return instanceWith(ctx, id, forUpdate)
}

/** The running instance about a business row that the caller has locked; null if there is none. */
export const lockInstanceOf = (ctx: Ctx, table: string, id: string): Promise<InstanceRow | null> =>
  selectInstance(ctx, sql`i.business_table = ${table} and i.business_id = ${id} and i.end_time is null`, forUpdate)

/** Sets what lists show for an instance, and what messages call it, after its business row has another name. */
export const renameInstance = async (
  { db }: Ctx,
  id: string | null,
  subject: string,
  title: Text | null = null,
): Promise<void> => {
  await run(
    db,
    sql`update flow_instance set subject = ${subject}, title = ${title && JSON.stringify(title)}::jsonb where id = ${id}`,
  )
}

export const instanceEnded = () => new Fail(['该流程已办结，请刷新', 'This process has ended; please reload'], 409)

/** Throws 409 for an instance in which no step can be made. */
export const assertRunning = ({ hasEnded, isSuspended }: InstanceRow): void => {
  if (hasEnded) throw instanceEnded()
  if (isSuspended)
    throw new Fail(['该流程已挂起，暂不能办理', 'This process is suspended; tasks cannot be handled now'], 409)
}
