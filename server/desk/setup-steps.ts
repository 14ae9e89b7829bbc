import { type PlatformHealth, type SetupStep, setupSteps } from '#contract/desk/platform-health.ts'
import { releaseStates } from '#contract/news/release.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { isSmsAvailable } from '../inbox/channels.ts'

/** Permissions of those who review; administrators have them too, but decide for themselves only where nobody else does. */
const reviewPerms = ['declaration_city', 'declaration_province', 'declaration_decide']
/** A conclusion needs so many scores. */
const leastExperts = 3

/** Active accounts `u` of a tenant, besides its administrators, whose roles grant one of these permissions. */
const peopleWith = (tenantId: string, perms: readonly string[]): Fragment => sql`from "user" u
  where u.tenant_id = ${tenantId} and u.status = 1 and u.is_deleted = 0
    and u.role_id && array(select g.role_id from role_menu g join menu m on m.id = g.menu_id join role r on r.id = g.role_id
      where m.code = any(${perms}::text[]) and m.is_deleted = 0 and r.is_deleted = 0
        and r.role_alias is distinct from 'administrator')`

/**
 * What the site of the caller's tenant still lacks, in the order in which it is set up: computed from its rows and settings each time, so that
 * a step comes back when what it needs is gone.
 */
export const missingSteps = async (
  ctx: Ctx,
  { backup, missingYears }: Pick<PlatformHealth, 'backup' | 'missingYears'>,
): Promise<SetupStep[]> => {
  const { tenantId } = ctx.actor
  const { publicUrl, smtpUrl } = ctx.app.env
  const has = (key: string) => sql`exists (select from param
    where tenant_id = ${tenantId} and param_key = ${key} and trim(param_value) <> '' and is_deleted = 0)`
  const [found] = await run<Omit<Record<SetupStep, boolean>, 'address' | 'mail' | 'backup' | 'calendar'>>(
    ctx.db,
    sql`select ${has('site.sponsor')} as sponsor, ${has('site.icp')} as filing,
        (select ${isSmsAvailable} from "user" u where u.id = ${ctx.actor.id}) as sms,
        (select coalesce(bool_and(d.head is not null), false) from dept d where d.tenant_id = ${tenantId} and d.is_deleted = 0
          and exists (select ${peopleWith(tenantId, reviewPerms)} and u.dept_id @> array[d.id])) as heads,
        exists (select ${peopleWith(tenantId, reviewPerms)}) as officers,
        (select count(*) >= ${leastExperts} ${peopleWith(tenantId, ['declaration_score'])}) as experts,
        (select count(*) > 1 ${peopleWith(tenantId, ['declaration_unlist'])}) as "secondPerson",
        exists (select from template
          where tenant_id = ${tenantId} and now() between open_at and close_at and is_deleted = 0) as "window",
        exists (select from press_release
          where tenant_id = ${tenantId} and status = ${releaseStates.published} and is_deleted = 0) as news`,
  )
  const isDone: Readonly<Record<SetupStep, boolean>> = {
    ...(found as NonNullable<typeof found>),
    address: publicUrl !== null,
    mail: smtpUrl !== null,
    backup: backup?.tone === 'good',
    calendar: missingYears?.length === 0,
  }
  return setupSteps.filter((step) => !isDone[step])
}
