import { Fail, notFound } from '#contract/kit/fail.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import type { LensAddress, LensDetail, LensStep } from '#contract/system/permission-lens.ts'
import { user } from '#contract/system/user.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx, Route, User, UserCtx } from '../../engine/context.ts'
import { gates } from '../../engine/gates.ts'
import { guardedAddresses, loadRoleGrants, type RoleGrants, rightsFrom } from '../../engine/rights.ts'
import { rowFilter } from '../../engine/scope.ts'
import { readPerson, visitor } from '../../engine/session.ts'

interface Account {
  readonly id: string
  readonly account: string
  readonly realName: string
  readonly tenantId: string
  readonly status: number
  readonly reason: string | null
  readonly roleIds: string[] | null
  readonly isInitial: boolean
  readonly sessions: number
  /** Sessions in which the person works with one role only. */
  readonly singleRoleSessions: number
}

/** The person under inspection, as their next request would see them. */
export interface Subject {
  readonly account: Account
  /** The caller's context with the person as actor. */
  readonly ctx: UserCtx
  readonly actor: User
  readonly roleGrants: readonly RoleGrants[]
  readonly mayLogIn: boolean
}

const accountOf = async (ctx: Ctx, userId: string): Promise<Account> => {
  const [row] = await run<Account>(
    ctx.db,
    sql`select id::text, account, real_name as "realName", tenant_id as "tenantId", status, reason, role_id as "roleIds",
        coalesce((select is_initial from credential c where c.user_id = "user".id), false) as "isInitial",
        (select count(*)::int from session s where s.user_id = "user".id and s.ended_at is null and s.refresh_ends > now()) as sessions,
        (select count(*)::int from session s where s.user_id = "user".id and s.ended_at is null and s.refresh_ends > now()
          and s.role_choice is not null) as "singleRoleSessions"
      from "user" where id = ${userId} and ${rowFilter(ctx, user)}`,
  )
  if (!row) throw notFound()
  return row
}

/** A person the caller may see; rights are read as for that person's next request. */
export const subjectOf = async (ctx: Ctx, userId: string): Promise<Subject> => {
  const account = await accountOf(ctx, userId)
  // roles of another tenant have no effect
  const roleGrants = (await loadRoleGrants(ctx, account.roleIds ?? [])).filter(
    (one) => one.tenantId === account.tenantId,
  )
  const session = await readPerson(ctx.app, userId, { deptChoice: null, roleChoice: null })
  const rights = session ? session.actor.rights : rightsFrom(roleGrants, await guardedAddresses(ctx.db))
  const { id, account: name, realName, tenantId } = account
  const actor: User = {
    ...(session?.actor ?? { ...visitor, id, account: name, realName, tenantId, rights }),
    mustChange: account.isInitial,
  }
  return { account, actor, roleGrants, ctx: { ...ctx, actor }, mayLogIn: session !== null }
}

/** The status an address would return to the person before it checks the input. */
export const statusAt = ({ actor, mayLogIn }: Subject, address: Route): number => {
  if (address.endpoint.access === 'public') return 200
  if (!mayLogIn) return 401
  for (const [, refuses] of gates) {
    const refusal = refuses(actor, address)
    if (refusal) return refusal.code
  }
  return 200
}

export const addressOf = ({ ctx }: Subject, name: string): Route | undefined =>
  ctx.app.routes.find((one) => one.name === name)

/** The actual answer of a reading address: the same checks and handler as for the person's own request. */
export const answerTo = async (
  subject: Subject,
  name: string,
  input: object,
): Promise<{ status: number; data: unknown }> => {
  const address = addressOf(subject, name)
  if (!address) return { status: 404, data: null }
  const status = statusAt(subject, address)
  if (status !== 200) return { status, data: null }
  try {
    return { status, data: await address.handle(subject.ctx, input) }
  } catch (error) {
    if (error instanceof Fail) return { status: error.code, data: null }
    throw error
  }
}

export const describeAddress = (subject: Subject, address: Route): LensAddress => {
  const { method, path, label } = address.endpoint
  return { method, path, label: localize(label, subject.ctx.lang), status: statusAt(subject, address) }
}

export const detail = (
  { lang }: Ctx,
  text: Text,
  passed: boolean | null = null,
  at: string | null = null,
): LensDetail => ({
  text: localize(text, lang),
  passed,
  at,
})

export const step = (
  ctx: Ctx,
  rule: LensStep['rule'],
  passed: boolean | null,
  text: Text,
  details: readonly LensDetail[] = [],
  at: string | null = null,
): LensStep => ({ rule, ...detail(ctx, text, passed, at), details: [...details] })

/** The screen of an entity, filtered by a field. */
export const placeOf = (screen: string, field: string, value: string): string =>
  `/system/${screen}?${new URLSearchParams({ [field]: value })}`
export const roleAt = ({ name }: Pick<RoleGrants, 'name'>): string => placeOf('role', 'roleName', name)
