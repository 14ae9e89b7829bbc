import { sql } from 'kysely'
import { fill, type Text } from '#contract/kit/text.ts'
import { isWithDeclarant } from '#contract/project/stages.ts'
import { run } from '../base/database/db.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import type { Ctx } from '../engine/context.ts'
import { doneAbout, notify } from '../inbox/notify.ts'
import { audiences } from './audiences.ts'
import { rereadDeclaration } from './declaration-row.ts'

const endedByPlatform: Text = [
  '“{0}”的审核已由平台终止，可修改后重新提交',
  'The platform has ended the review of “{0}”; you can change it and submit it again',
]

/**
 * Gives a declaration whose review an administrator has ended back to its declarant, as withdrawn, and tells them why. The caller
 * has locked the row.
 */
export const withdrawEndedReview = async (ctx: Ctx, id: string, reason: string): Promise<void> => {
  const row = await rereadDeclaration(ctx, id)
  const { declareStatus, stageName, loop } = row
  if (isWithDeclarant(declareStatus) && declareStatus !== 70) return
  await run(
    ctx.db,
    sql`insert into declaration_move (pid, move, from_stage, from_name, to_stage, loop, user_id, office, comment)
      values (${id}, 'withdraw', ${declareStatus}, ${stageName}, 90, ${loop}, ${ctx.actor.id}, 'platform', ${reason || null})`,
  )
  await run(
    ctx.db,
    sql`update declaration set declare_status = 90, stage_since = now(), stage_name = null, stage_office = null, task_user = null,
        version = version + 1 where id = ${id}`,
  )
  await writeAudit(ctx, 'declaration', id, 'withdraw', { declareStatus }, { declareStatus: 90, reason })
  const about = { table: 'declaration', id }
  await doneAbout(ctx, about)
  const title = fill(endedByPlatform, row.projectName ?? row.commpanyName ?? '')
  const link = `/addDeclare/project?id=${id}`
  await notify(ctx, { to: await audiences.owner(ctx, row), kind: 'result', about, title, text: [reason, reason], link })
}
