import { sql } from 'kysely'
import { type SetupStep, setupSteps } from '#contract/desk/platform-health.ts'
import { releaseStates } from '#contract/news/release.ts'
import { run } from '../base/database/db.ts'
import type { Ctx } from '../engine/context.ts'

/** Permissions of those who review; administrators have them too, but decide for themselves only where nobody else does. */
const reviewPerms = ['declaration_city', 'declaration_province', 'declaration_decide']

/** What the site of the caller's tenant still lacks, in the order in which it is set up. */
export const missingSteps = async (ctx: Ctx): Promise<SetupStep[]> => {
  const { tenantId } = ctx.actor
  const has = (key: string) => sql`exists (select from param
    where tenant_id = ${tenantId} and param_key = ${key} and trim(param_value) <> '' and is_deleted = 0)`
  const [found] = await run<Record<SetupStep, boolean>>(
    ctx.db,
    sql`select ${has('site.sponsor')} as sponsor, ${has('site.icp')} as filing,
        exists (select from "user" u where u.tenant_id = ${tenantId} and u.status = 1 and u.is_deleted = 0
          and u.role_id && array(select g.role_id from role_menu g join menu m on m.id = g.menu_id
            join role r on r.id = g.role_id
            where m.code = any(${reviewPerms}::text[]) and m.is_deleted = 0 and r.is_deleted = 0
              and r.role_alias is distinct from 'administrator')) as officers,
        exists (select from template
          where tenant_id = ${tenantId} and now() between open_at and close_at and is_deleted = 0) as "window",
        exists (select from press_release
          where tenant_id = ${tenantId} and status = ${releaseStates.published} and is_deleted = 0) as news`,
  )
  return setupSteps.filter((step) => !found?.[step])
}
