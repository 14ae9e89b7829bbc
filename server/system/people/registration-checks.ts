import { type Fault, faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { ClerkAnswer, Proof, RegistrationCheck } from '#contract/registration.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import type { Ctx, UserCtx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'

/** A condition `in` needs at least one value. */
const orNone = (ids: readonly string[]) => (ids.length ? ids : ['0'])

/** The current proof of each account that has one, with the id of its file. */
const proofsOf = async ({ db }: Pick<Ctx, 'db'>, userIds: readonly string[]) => {
  const rows = await db
    .selectFrom('registrationProof')
    .innerJoin('attach', 'attach.id', 'registrationProof.attachId')
    .select(['userId', 'attach.id', 'attach.originalName as name', 'kind', 'registrationProof.createTime'])
    .where('userId', 'in', orNone(userIds))
    .where('replacedAt', 'is', null)
    .where('attach.isDeleted', '=', 0)
    .execute()
  return new Map(rows.map(({ userId, kind, ...row }) => [userId, { ...row, kind: kind as Proof['kind'] }]))
}

/** The current proof of an account; null without one. */
export const proofOf = async (ctx: Pick<Ctx, 'db'>, userId: string): Promise<RegistrationCheck['proof']> =>
  (await proofsOf(ctx, [userId])).get(userId) ?? null

/** What active accounts of the same organisation say about these registrations, in order of time. */
export const answersAbout = async ({ db }: Pick<Ctx, 'db'>, userIds: readonly string[]) => {
  const rows = await db
    .selectFrom('registrationAnswer')
    .innerJoin('user as clerk', 'clerk.id', 'registrationAnswer.clerkId')
    .innerJoin('user as applicant', 'applicant.id', 'registrationAnswer.userId')
    .select(['registrationAnswer.userId', 'clerkId', 'clerk.realName as name', 'clerk.account', 'agrees'])
    .select(['registrationAnswer.reason', 'registrationAnswer.createTime'])
    .select(sql<boolean>`coalesce(clerk.account_type = applicant.account_type, false)`.as('isSameType'))
    .where('registrationAnswer.userId', 'in', orNone(userIds))
    .where('clerk.status', '=', 1)
    .where('clerk.isDeleted', '=', 0)
    .whereRef('clerk.organizationCode', '=', 'applicant.organizationCode')
    .orderBy('registrationAnswer.createTime')
    .execute()
  return rows satisfies readonly (ClerkAnswer & { userId: string; clerkId: string; isSameType: boolean })[]
}

type StoredAnswer = Awaited<ReturnType<typeof answersAbout>>[number]

export const forReaders = ({ name, account, agrees, reason, createTime }: StoredAnswer): ClerkAnswer => ({
  ...{ name, account, agrees, reason, createTime },
})

/** The credit codes, of these, that an active account has. */
const usedCodes = async (
  { db, actor }: Ctx,
  codes: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> => {
  const rows = await db
    .selectFrom('user')
    .select('organizationCode')
    .distinct()
    .where('organizationCode', 'in', orNone(codes.filter((code) => code !== null)))
    .where('tenantId', '=', actor.tenantId)
    .where('status', '=', 1)
    .where('isDeleted', '=', 0)
    .execute()
  return new Set(rows.map(({ organizationCode }) => organizationCode))
}

type Facts = 'id' | 'account' | 'realName' | 'unitName' | 'organizationCode' | 'approvedAt' | 'checkNote'
type Applicant = Pick<RegistrationCheck, Facts> & {
  readonly accountType: number | null
}

interface Evidence {
  readonly proof: RegistrationCheck['proof']
  readonly answers: readonly StoredAnswer[]
  readonly isFirst: boolean
}

/**
 * What the approval of an account rests on. The officer has to record a check if nothing proves that its owner may act for the
 * organisation, or if an account of the organisation objects. An enterprise's clerk does not vouch for an operator. Somebody without
 * an organisation needs no proof.
 */
const checkOf = (
  { accountType, ...applicant }: Applicant,
  { proof, answers, isFirst }: Evidence,
): RegistrationCheck => {
  const claimsOrganisation = accountType !== null || applicant.organizationCode !== null
  const isProven = proof !== null || answers.some(({ agrees, isSameType }) => agrees && isSameType)
  const isContested = answers.some(({ agrees }) => !agrees)
  return {
    ...applicant,
    isFirst,
    proof,
    answers: answers.map(forReaders),
    needsCheck: applicant.approvedAt === null && claimsOrganisation && (!isProven || isContested),
  }
}

/** The registrations of these accounts that the caller sees. */
const applicantsAmong = (ctx: Ctx, ids: readonly string[]): Promise<Applicant[]> =>
  ctx.db
    .selectFrom('user')
    .innerJoin('registration', 'registration.userId', 'user.id')
    .select(['user.id', 'account', 'realName', 'unitName', 'organizationCode', 'accountType'])
    .select(['approvedAt', 'checkNote'])
    .where('user.id', 'in', orNone(ids))
    .where(rowFilter(ctx, user))
    .orderBy('user.id')
    .execute()

/** What the approval of these registrations rests on, of those that the caller sees. */
export const registrationChecks = async (ctx: Ctx, ids: readonly string[]): Promise<RegistrationCheck[]> => {
  const applicants = await applicantsAmong(ctx, ids)
  const applicantIds = applicants.map(({ id }) => id)
  const proofs = await proofsOf(ctx, applicantIds)
  const answers = await answersAbout(ctx, applicantIds)
  const codes = await usedCodes(
    ctx,
    applicants.map(({ organizationCode }) => organizationCode),
  )
  return applicants.map((applicant) =>
    checkOf(applicant, {
      proof: proofs.get(applicant.id) ?? null,
      answers: answers.filter(({ userId }) => userId === applicant.id),
      isFirst: !codes.has(applicant.organizationCode),
    }),
  )
}

const missingCheck: Text = [
  '账号“{0}”缺少授权委托书或营业执照，也未经本单位经办人确认，请核实身份后填写核实记录',
  'The account “{0}” has no letter of authorisation, business licence or confirmation; check who it is and record how',
]
const contested: Text = [
  '本单位经办人对账号“{0}”提出异议，请核实后填写核实记录',
  'A clerk of the organisation objects to the account “{0}”; check and record how',
]

/**
 * Requires a proof, a confirmation or the officer's own check for each registration that is approved now, and records the check.
 * `audit-pass` of the family has no place for it and names what is missing.
 */
export const recordChecks = async (ctx: UserCtx, ids: readonly string[], check: string | null): Promise<void> => {
  const note = check?.trim() || null
  const checks = (await registrationChecks(ctx, ids)).filter(({ approvedAt }) => approvedAt === null)
  const faults = checks
    .filter(({ needsCheck }) => needsCheck && !note)
    .map(
      ({ account, answers }): Fault => ({
        at: 'check',
        text: fill(answers.some(({ agrees }) => !agrees) ? contested : missingCheck, account),
      }),
    )
  if (faults.length) throw faulty(faults)
  if (!note) return
  for (const { id } of checks) {
    await ctx.db
      .updateTable('registration')
      .set({ checkNote: note, checkedBy: ctx.actor.id, checkedAt: new Date().toISOString() })
      .where('userId', '=', id)
      .execute()
    await writeAudit(ctx, 'user', id, 'checkRegistration', null, { check: note })
  }
}
