import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { hashToken, newToken } from '../engine/session.ts'
import type { AuthenticatedUser } from './log-in.ts'
import type { SiteIdentity } from './oidc-site.ts'

/** The account linked to an identity of the external site, if any. */
export const findLinkedUser = (
  { db }: Ctx,
  { issuer, subject }: SiteIdentity,
): Promise<AuthenticatedUser | undefined> =>
  db
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.userId')
    .select(['user.id', 'user.tenantId', 'user.status', 'user.roleId', 'user.reason'])
    .where('identity.issuer', '=', issuer)
    .where('identity.subject', '=', subject)
    .where('user.isDeleted', '=', 0)
    .executeTakeFirst()

const pendingMinutes = 30

/** Stores an identity without an account for half an hour; resolves to the `oauth_id` that allows registration for it. */
export const savePendingIdentity = async ({ db }: Ctx, { issuer, subject, name }: SiteIdentity): Promise<string> => {
  const oauthId = newToken()
  await sql`delete from identity where user_id is null and pending_ends < now() - interval '1 day'`.execute(db)
  await sql`
    insert into identity (issuer, subject, name, pending_hash, pending_ends)
    values (${issuer}, ${subject}, ${name}, ${hashToken(oauthId)}, now() + make_interval(mins => ${pendingMinutes}))
    on conflict (issuer, subject) do update
      set name = excluded.name, pending_hash = excluded.pending_hash, pending_ends = excluded.pending_ends`.execute(db)
  return oauthId
}

/** The identity of an `oauth_id`, locked until the transaction ends; undefined if it is unknown, expired or has an account. */
export const findPendingIdentity = ({ db }: Ctx, oauthId: string) =>
  db
    .selectFrom('identity')
    .leftJoin('user', (on) => on.onRef('user.id', '=', 'identity.userId').on('user.isDeleted', '=', 0))
    .select(['identity.id', 'identity.name'])
    .where('pendingHash', '=', hashToken(oauthId))
    .where('pendingEnds', '>', sql<string>`now()`)
    .where('user.id', 'is', null)
    .forUpdate('identity')
    .executeTakeFirst()

/** Links an account permanently and clears the `oauth_id`. */
export const linkIdentity = async ({ db }: Ctx, id: string, userId: string): Promise<void> => {
  await db.updateTable('identity').set({ userId, pendingHash: null, pendingEnds: null }).where('id', '=', id).execute()
}
