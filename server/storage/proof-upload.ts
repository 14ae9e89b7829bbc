import { type Proof, proofRules, type registration } from '#contract/registration.ts'
import { user } from '#contract/system/user.ts'
import { spendAllowances } from '../auth/allowance.ts'
import { applicantOf, issueRegistrationKey, keyEnded } from '../auth/registration-key.ts'
import { sql } from '../base/database/sql.ts'
import { networkOf } from '../base/http/client-network.ts'
import { type CallHandlers, type Ctx, hasPermission, tx } from '../engine/context.ts'
import { rowFilter } from '../engine/scope.ts'
import { renewApproval } from '../inbox/account-messages.ts'
import { readUpload } from './incoming.ts'
import { saveUpload } from './save-upload.ts'

const hour = 3600

/** Uploads without a session, per address and in total. */
const proofAllowances = (ctx: Ctx) => [
  { key: `proof:from:${networkOf(ctx.request.address)}`, limit: 20, seconds: hour },
  { key: 'proof:all', limit: 2000, seconds: 24 * hour },
]

/** Takes the key away before the body is read, so that two uploads cannot use it; `giveBack` if the file is refused. */
const takeKey = async (ctx: Ctx, key: string) => {
  const found = await tx(ctx, async (inside) => {
    const applicant = await applicantOf(inside, key)
    const { keyHash } = await inside.db
      .selectFrom('registration')
      .select('keyHash')
      .where('userId', '=', applicant.person.id)
      .executeTakeFirstOrThrow()
    await inside.db
      .updateTable('registration')
      .set({ keyHash: null })
      .where('userId', '=', applicant.person.id)
      .execute()
    return { person: applicant.person, tenantId: applicant.ctx.actor.tenantId, keyHash }
  })
  const { person, tenantId, keyHash } = found
  const giveBack = () =>
    ctx.db
      .updateTable('registration')
      .set({ keyHash })
      .where('userId', '=', person.id)
      .where('keyHash', 'is', null)
      .where('approvedAt', 'is', null)
      .execute()
  return { person, ctx: { ...ctx, actor: { ...ctx.actor, tenantId, deptIds: [] } } as Ctx, giveBack }
}

/** The applicant of an upload that has arrived: while it took its time, the registration may have been approved or changed. */
const stillWaiting = async (ctx: Ctx, before: { readonly id: string; readonly organizationCode: string | null }) => {
  const person = await ctx.db
    .selectFrom('registration')
    .innerJoin('user', 'user.id', 'registration.userId')
    .select(['user.id', 'account', 'unitName', 'user.status', 'organizationCode'])
    .where('user.id', '=', before.id)
    .where('approvedAt', 'is', null)
    .where('isDeleted', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (person?.organizationCode !== before.organizationCode) throw keyEnded()
  return person
}

const proof: CallHandlers<typeof registration>['proof'] = async (ctx, { kind, ...input }) => {
  await spendAllowances(ctx, ...proofAllowances(ctx))
  const { person, ctx: own, giveBack } = await takeKey(ctx, String(ctx.request.headers['registration-key'] ?? ''))
  let [key, createTime] = ['', '']
  const belongsTo = async (inside: Ctx, attachId: string) => {
    const { id, status, unitName, account } = await stillWaiting(inside, person)
    await inside.db.updateTable('attach').set({ createUser: id }).where('id', '=', attachId).execute()
    await inside.db
      .updateTable('registrationProof')
      .set({ replacedAt: sql`now()` })
      .where('userId', '=', id)
      .where('replacedAt', 'is', null)
      .execute()
    const row = await inside.db
      .insertInto('registrationProof')
      .values({ attachId, userId: id, kind: kind as Proof['kind'] })
      .returning('createTime')
      .executeTakeFirstOrThrow()
    if (status === 0) await renewApproval(inside, id, unitName || account)
    createTime = row.createTime
    key = (await issueRegistrationKey(inside, id)) ?? ''
  }
  try {
    const rules = { ...proofRules, keyed: false }
    const { originalName } = await saveUpload(own, await readUpload(own, input), rules, { isKept: 0, belongsTo })
    return { key, proof: { kind: kind as Proof['kind'], name: originalName, createTime } }
  } catch (error) {
    await giveBack()
    throw error
  }
}

export const proofCalls = { proof }

/** Whether the caller approves registrations and sees the account whose proof this file is. Its owner created the file. */
export const mayReadProof = async (ctx: Ctx, attachId: string): Promise<boolean> => {
  if (!hasPermission(ctx, 'user_audit_pass')) return false
  const row = await ctx.db
    .selectFrom('user')
    .select('id')
    .where('id', 'in', ctx.db.selectFrom('registrationProof').select('userId').where('attachId', '=', attachId))
    .where(rowFilter(ctx, user))
    .executeTakeFirst()
  return row !== undefined
}
