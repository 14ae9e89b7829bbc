import { Fail, notFound } from '#contract/kit/fail.ts'
import type { Application, registration } from '#contract/registration.ts'
import { user } from '#contract/system/user.ts'
import { spendAllowances } from '../../auth/allowance.ts'
import { operatorOf, registrationAllowances } from '../../auth/register.ts'
import { applicantOf, issueRegistrationKey, stateOf } from '../../auth/registration-key.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type CallHandlers, type Ctx, tx, type UserCtx } from '../../engine/context.ts'
import { updateRow } from '../../engine/crud.ts'
import { closeColleagueTask, notifyApprovers, notifyColleagues } from '../../inbox/account-messages.ts'
import { maskContacts } from './contacts.ts'
import { answersAbout, forReaders, proofOf } from './registration-checks.ts'

type Calls = CallHandlers<typeof registration>

/** The calls of applicants, with the key of a login that was refused (server/auth/registration-key.ts). */
const read: Calls['read'] = async (ctx, input) => {
  const { person } = await applicantOf(ctx, input.key ?? '')
  const { unitName, organizationCode: code, accountType: type, name, account, phone, email } = person
  const proof = await proofOf(ctx, person.id)
  const { submitTime } = await ctx.db
    .selectFrom('registration')
    .select('submitTime')
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow()
  return {
    state: stateOf(person.status) as Application['state'],
    submitTime,
    reason: person.reason,
    proof: proof && { kind: proof.kind, name: proof.name, createTime: proof.createTime },
    values: { unitName, code, type, name, account, phone, email },
  }
}

/** What a clerk has read before confirming. */
const confirmed = ['organizationCode', 'unitName', 'accountType', 'realName', 'account', 'phone'] as const
type Confirmed = Readonly<Record<(typeof confirmed)[number], unknown>>

/**
 * Ends the confirmations of a registration that names somebody else now; resolves to whether there were any. Objections stay, so that
 * nobody is rid of one by another credit code and back: they count as long as the code is that of the clerk.
 */
const endConfirmations = async ({ db }: Ctx, before: Confirmed & { readonly id: string }, after: Confirmed) => {
  if (confirmed.every((at) => before[at] === after[at])) return false
  const ended = await db
    .deleteFrom('registrationAnswer')
    .where('userId', '=', before.id)
    .where('agrees', '=', true)
    .returning('clerkId')
    .execute()
  return ended.length > 0
}

const resubmit: Calls['resubmit'] = async (ctx, { key, ...input }) => {
  await spendAllowances(ctx, ...registrationAllowances(ctx))
  return tx(ctx, async (outer) => {
    const { person, ctx: inside } = await applicantOf(outer, key ?? '')
    const { code, type, name, account, phone, email } = input
    const unitName = input.unitName ?? ''
    const isSameUnit = unitName === person.unitName && type === person.accountType
    const changes = {
      ...{ unitName, organizationCode: code, accountType: type, name, realName: name, account, phone, email },
      // what was set for the organisation as it was says nothing about another one
      ...(isSameUnit ? {} : { operator: type === 2 ? operatorOf(unitName) : null, region: null }),
    }
    await updateRow(inside, user, person.id, { ...changes, status: 0, reason: null }, 'resubmit')
    await inside.db
      .updateTable('registration')
      .set({ submitTime: sql`now()` })
      .where('userId', '=', person.id)
      .execute()
    if (code !== person.organizationCode) {
      await inside.db
        .updateTable('registrationProof')
        .set({ replacedAt: new Date().toISOString() })
        .where('userId', '=', person.id)
        .where('replacedAt', 'is', null)
        .execute()
      await closeColleagueTask(inside, person.id)
    }
    const isUnconfirmed = await endConfirmations(inside, person, changes)
    if (person.status !== 0) await notifyApprovers(inside, person.id, unitName)
    if (person.status !== 0 || isUnconfirmed || code !== person.organizationCode)
      await notifyColleagues(inside, person.id)
    return { key: (await issueRegistrationKey(inside, person.id)) ?? '' }
  })
}

/** Registrations that wait in the name of the caller's organisation; nobody's without one. */
const waitingColleagues = (ctx: UserCtx) =>
  ctx.db
    .selectFrom('user')
    .innerJoin('registration', 'registration.userId', 'user.id')
    .select(['user.id', 'account', 'realName', 'phone', 'email', 'createTime'])
    .where('organizationCode', '=', ctx.actor.organizationCode)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('status', '=', 0)
    .where('approvedAt', 'is', null)
    .where('isDeleted', '=', 0)

const colleagues: Calls['colleagues'] = async (ctx) => {
  const rows = await waitingColleagues(ctx).orderBy('createTime').limit(200).execute()
  const all = await answersAbout(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const answers = all.filter(({ userId }) => userId === row.id)
    const { id, account, realName, phone, createTime } = maskContacts(row)
    const withoutIds = answers.map(forReaders)
    const own = answers.findIndex(({ clerkId }) => clerkId === ctx.actor.id)
    return { id, account, realName, phone, createTime, answers: withoutIds, answer: withoutIds[own] ?? null }
  })
}

const reasonMissing = () =>
  new Fail(['请输入异议理由', 'Please give the reason of the objection'], 400, {
    faults: [{ at: 'reason', text: ['请输入异议理由', 'Please give the reason of the objection'] }],
  })

const answer: Calls['answer'] = (ctx, { userId, agrees, reason }) =>
  tx(ctx, async (inside) => {
    const applicant = await waitingColleagues(inside)
      .where('user.id', '=', userId ?? '0')
      .forUpdate('user')
      .executeTakeFirst()
    if (!applicant) throw notFound()
    const isConfirmed = agrees === 1
    if (!isConfirmed && !reason?.trim()) throw reasonMissing()
    const given = { agrees: isConfirmed, reason: isConfirmed ? null : (reason ?? null) }
    await inside.db
      .insertInto('registrationAnswer')
      .values({ userId: applicant.id, clerkId: inside.actor.id, ...given })
      .onConflict((on) =>
        on.columns(['userId', 'clerkId']).doUpdateSet({ ...given, createTime: new Date().toISOString() }),
      )
      .execute()
    await writeAudit(
      inside,
      'user',
      applicant.id,
      isConfirmed ? 'confirmRegistration' : 'objectToRegistration',
      null,
      given,
    )
    await closeColleagueTask(inside, applicant.id, inside.actor.id)
    return null
  })

export const registrationCalls = { read, resubmit, colleagues, answer }
