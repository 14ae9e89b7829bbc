import { sql } from 'kysely'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { Ctx } from '../../engine/context.ts'
import { visitor } from '../../engine/session.ts'
import { notify } from '../../inbox/notify.ts'
import { rereadDeclaration } from '../record/declaration-row.ts'
import { audiences } from '../review/audiences.ts'
import { deadline } from '../review/waiting.ts'

/** Days before the deadline of a correction, and after an invitation, on which a reminder is sent. */
const correctionDays = [7, 3, 1]
const invitationDays = [5]

interface Due {
  readonly id: string
  readonly tenantId: string
  readonly projectName: string | null
  readonly stage: 5 | 70
  readonly days: number
}

const texts: Readonly<Record<Due['stage'], Text>> = {
  70: ['“{0}”的修改时限还剩 {1} 天', 'Days left to correct “{0}”: {1}'],
  5: ['“{0}”的填写邀请已等待 {1} 天', 'The invitation to fill in “{0}” has waited for {1} days'],
}
const unnamed: Text = ['未命名项目', 'Untitled project']

/** Returned declarations whose deadline is near, and invitations that nobody has answered. */
const dueOn = (ctx: Ctx, today: string): Promise<Due[]> =>
  run<Due>(
    ctx.db,
    sql`select * from (
      select id::text, tenant_id as "tenantId", project_name as "projectName", declare_status as stage,
        case declare_status when 70 then (${deadline})::date - ${today}::date else ${today}::date - stage_since::date end as days
      from declaration where is_deleted = 0 and declare_status in (5, 70)) d
      where (stage = 70 and days = any(${correctionDays}::int[])) or (stage = 5 and days = any(${invitationDays}::int[]))`,
  )

/** Reminds declarants of the deadlines of corrections, and operators of invitations. A correction has to be reminded of by law. */
export const remindOfDeadlines = async (ctx: Ctx, now: Date): Promise<void> => {
  for (const { id, tenantId, projectName, stage, days } of await dueOn(ctx, wireTime(now).slice(0, 10))) {
    const inTenant: Ctx = { ...ctx, actor: { ...visitor, tenantId } }
    const to = await audiences[stage === 70 ? 'owner' : 'invited'](inTenant, await rereadDeclaration(inTenant, id))
    await notify(inTenant, {
      to,
      kind: 'reminder',
      about: { table: 'declaration', id },
      title: fill(texts[stage], projectName ?? unnamed, days),
      link: `/addDeclare/project?id=${id}`,
      isRequired: stage === 70,
    })
  }
}
