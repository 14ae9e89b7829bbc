import { Fail, notFound } from '#contract/kit/fail.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import type { LensAddress, LensDetail, LensStep } from '#contract/system/permission-lens.ts'
import { user } from '#contract/system/user.ts'
import { run } from '../../base/db.ts'
import type { Actor, Address, Ctx } from '../../engine/context.ts'
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
  readonly narrowed: number
}

/** The person that is looked at, as his next request would find him. */
export interface Subject {
  readonly account: Account
  /** The request as if it were his own. */
  readonly ctx: Ctx
  readonly actor: Actor
  readonly roleGrants: readonly RoleGrants[]
  readonly mayLogIn: boolean
}

const accountOf = async (ctx: Ctx, userId: string): Promise<Account> => {
  const { text, values } = rowFilter(ctx, user)
  const [row] = await run<Account>(ctx.db, {
    text: `select id::text, account, real_name as "realName", tenant_id as "tenantId", status, reason, role_id as "roleIds",
        coalesce((select is_initial from credential c where c.user_id = "user".id), false) as "isInitial",
        (select count(*)::int from session s where s.user_id = "user".id and s.ended_at is null and s.refresh_ends > now()) as sessions,
        (select count(*)::int from session s where s.user_id = "user".id and s.ended_at is null and s.refresh_ends > now()
          and s.role_choice is not null) as narrowed
      from "user" where id = ? and ${text}`,
    values: [userId, ...values],
  })
  if (!row) throw notFound()
  return row
}

/** Somebody the caller reaches; rights are read as his own next request would read them. */
export const subjectOf = async (ctx: Ctx, userId: string): Promise<Subject> => {
  const account = await accountOf(ctx, userId)
  // a role of another tenant counts for nothing
  const roleGrants = (await loadRoleGrants(ctx, account.roleIds ?? [])).filter(
    (one) => one.tenantId === account.tenantId,
  )
  const session = await readPerson(ctx.app, userId, { deptChoice: null, roleChoice: null })
  const rights = session ? session.actor.rights : rightsFrom(roleGrants, await guardedAddresses(ctx.db))
  const { id, account: name, realName, tenantId } = account
  const actor: Actor = {
    ...(session?.actor ?? { ...visitor, id, account: name, realName, tenantId, rights }),
    mustChange: account.isInitial,
  }
  return { account, actor, roleGrants, ctx: { ...ctx, actor }, mayLogIn: session !== null }
}

/** What an address would answer him before it looks at what he sends. */
export const statusAt = ({ actor, mayLogIn }: Subject, address: Address): number => {
  if (address.endpoint.access === 'public') return 200
  if (!mayLogIn) return 401
  for (const [, refuses] of gates) {
    const refusal = refuses(actor, address)
    if (refusal) return refusal.code
  }
  return 200
}

export const addressOf = ({ ctx }: Subject, name: string): Address | undefined =>
  ctx.app.addresses.find((one) => one.name === name)

/** What a reading address really answers him: the same guard and the same handler as for his own request. */
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

export const describeAddress = (subject: Subject, address: Address): LensAddress => {
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

/** The screen where a row of an entity is found by a field. */
export const placeOf = (screen: string, field: string, value: string): string =>
  `/system/${screen}?${new URLSearchParams({ [field]: value })}`
export const roleAt = ({ name }: Pick<RoleGrants, 'name'>): string => placeOf('role', 'roleName', name)
