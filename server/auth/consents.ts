import { type Agreement, type consentCalls, consentCodes, readConsents } from '#contract/consent.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '../base/database/sql.ts'
import type { CallHandlers, Ctx, UserCtx } from '../engine/context.ts'
import { findRow } from '../engine/crud.ts'

const statements = ({ db, lang }: Ctx) =>
  db
    .selectFrom('statement')
    .select(['code', lang === 'en' ? 'titleEn as title' : 'title', 'version'])
    .where('code', 'in', consentCodes)
    // the terms come first
    .orderBy('code', 'desc')

/** The statements to which whoever registers agrees. */
export const listAgreements = (ctx: Ctx): Promise<Agreement[]> => statements(ctx).execute()

/** Those whose present version the caller has not agreed to; none for accounts of a type that does not register. */
const listPendingAgreements = async (ctx: UserCtx): Promise<Agreement[]> => {
  if (!isDeclarant(ctx.actor)) return []
  return statements(ctx)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('consent')
            .select('consent.code')
            .where('userId', '=', ctx.actor.id)
            .whereRef('consent.code', '=', 'statement.code')
            .whereRef('consent.version', '>=', 'statement.version'),
        ),
      ),
    )
    .execute()
}

/** What an account has agreed to, the latest first. */
const listConsents = ({ db, lang }: Ctx, userId: string) =>
  db
    .selectFrom('consent')
    .innerJoin('statement', 'statement.code', 'consent.code')
    .select(['consent.code', lang === 'en' ? 'titleEn as title' : 'title', 'consent.version', 'consent.createTime'])
    .where('userId', '=', userId)
    .orderBy('consent.createTime', 'desc')
    .orderBy('consent.code', 'desc')
    .execute()

/** Stores what an account agrees to. A version that no statement has had yet cannot be agreed to. */
export const storeConsents = async ({ db }: Ctx, userId: string, written: string): Promise<void> => {
  const versions = readConsents(written)
  if (versions.length === 0) return
  await sql`insert into consent (user_id, code, version)
    select ${userId}, s.code, agreed.version from statement s
      join jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) agreed(code text, version integer)
        on agreed.code = s.code and agreed.version between 1 and s.version
    on conflict do nothing`.execute(db)
}

export const consentHandlers: CallHandlers<typeof consentCalls> = {
  pendingAgreements: listPendingAgreements,
  agree: async (ctx, { consents }) => {
    await storeConsents(ctx, ctx.actor.id, consents ?? '')
    return null
  },
  ofAccount: async (ctx, { id }) => listConsents(ctx, (await findRow(ctx, user, id)).id),
}
