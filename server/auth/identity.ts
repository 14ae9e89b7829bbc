import { sql } from 'kysely'
import type { Ctx } from '../engine/context.ts'
import { hashToken, newToken } from '../engine/session.ts'
import type { AuthenticatedUser } from './log-in.ts'
import type { SiteIdentity } from './oidc-site.ts'

/** The account somebody of the outside site has here, if any. */
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

/** Keeps whom the site spoke of for half an hour; resolves to the oauth_id that lets its holder register for him. */
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

/** The identity an oauth_id stands for, held until the transaction ends; none when it is unknown, old or has an account. */
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

/** Links an account for good; the oauth_id is used up. */
export const linkIdentity = async ({ db }: Ctx, id: string, userId: string): Promise<void> => {
  await db.updateTable('identity').set({ userId, pendingHash: null, pendingEnds: null }).where('id', '=', id).execute()
}
