import { declaration } from '#contract/project/declaration.ts'
import type { Perm } from '#contract/project/transition-perms.ts'
import { duties, isOfDeclarant } from '#contract/project/transitions.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { readPeople } from '../../engine/session.ts'
import { deputiesOf } from '../../flow/deputies.ts'
import { ctxOf, idsOf, peopleFor, peopleWith } from '../../inbox/people-who.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import type { Audience } from './transition-messages.ts'
import { dutyFilter, partyCondition, waitingFilter } from './waiting.ts'

/** Accounts of the declaring organisation that see the declaration. */
const owners = async (ctx: Ctx, { id, organizationCode }: DeclarationRow): Promise<string[]> => {
  if (!organizationCode) return []
  const people = await readPeople(
    ctx,
    sql`u.tenant_id = ${ctx.actor.tenantId} and u.account_type in (1, 2) and u.organization_code = ${organizationCode}`,
  )
  const permitted = people.filter((person) => hasPermission(ctxOf(ctx, person), 'declaration'))
  return idsOf(await peopleFor(ctx, permitted, declaration, id, (theirs) => rowFilter(theirs, declaration)))
}

/** Accounts of the operators that can fill in their section of this declaration now: those of its region. */
const invited = async (ctx: Ctx, { id, operators }: DeclarationRow): Promise<string[]> => {
  const people = await readPeople(
    ctx,
    sql`u.tenant_id = ${ctx.actor.tenantId} and u.account_type = 2 and u.operator = any(${operators}::integer[])`,
  )
  return idsOf(await peopleFor(ctx, people, declaration, id, waitingFilter))
}

const confirmers = async (ctx: Ctx, { id }: DeclarationRow): Promise<string[]> => {
  const people = await peopleWith(ctx, ['declaration_unlist'])
  const condition = (theirs: Ctx) => sql`(${rowFilter(theirs, declaration)} and not ${partyCondition(theirs)})`
  return idsOf(await peopleFor(ctx, people, declaration, id, condition))
}

/** Whoever made the last step of this name on the declaration. */
const lastActor = async (ctx: Ctx, { id }: DeclarationRow, move: string): Promise<string[]> => {
  const step = await ctx.db
    .selectFrom('declarationMove')
    .select('userId')
    .where('pid', '=', id)
    .where('move', '=', move)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return step?.userId ? [step.userId] : []
}

/** The first step that requested the current removal: the confirmation is a second step of the same name. */
const requester = async (ctx: Ctx, { id }: DeclarationRow): Promise<string[]> => {
  const step = await ctx.db
    .selectFrom('declarationMove')
    .select('userId')
    .where('pid', '=', id)
    .where('move', '=', 'unlist')
    .where('toStage', '=', 60)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return step?.userId ? [step.userId] : []
}

export interface WaitingPeople {
  readonly perm: Perm
  readonly to: readonly string[]
}

/** The reviewers for whom the declaration waits now, by duty. The officer who works on it is the only one of that duty. */
export const waitingReviewers = async (ctx: Ctx, row: DeclarationRow): Promise<WaitingPeople[]> => {
  const deputies = row.taskUser === null ? [] : await deputiesOf(ctx, row.taskUser)
  const open = duties.filter((duty) => duty.stage === row.declareStatus && !isOfDeclarant(duty))
  const result: WaitingPeople[] = []
  for (const duty of open) {
    const holders = await peopleWith(ctx, [`declaration_${duty.perm}`])
    const people = await peopleFor(ctx, holders, declaration, row.id, (theirs) => dutyFilter(theirs, duty))
    const assigned = people.filter(({ id }) => id === row.taskUser || deputies.includes(id))
    result.push({ perm: duty.perm, to: idsOf(assigned.length ? assigned : people) })
  }
  return result
}

/** Those of these accounts for whom the declaration still waits. */
export const stillWaiting = async (ctx: Ctx, { id }: DeclarationRow, ids: readonly string[]): Promise<string[]> => {
  const people = await readPeople(ctx, sql`u.id = any(${ids}::bigint[])`)
  return idsOf(await peopleFor(ctx, people, declaration, id, waitingFilter))
}

/** Recipients of an audience, except `waiting` and `released`, which depend on the open tasks. */
export const audiences: Readonly<
  Record<Exclude<Audience, 'waiting' | 'released'>, (ctx: Ctx, row: DeclarationRow) => Promise<string[]>>
> = {
  owner: owners,
  invited,
  confirmers,
  objector: (ctx, row) => lastActor(ctx, row, 'object'),
  requester,
}
