import { fill, type Text } from '#contract/kit/text.ts'
import { isWithDeclarant } from '#contract/project/stages.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import type { Ctx } from '../../engine/context.ts'
import { doneAbout, notify } from '../../inbox/notify.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { audiences } from './audiences.ts'

const endedByPlatform: Text = [
  '“{0}”的审核已由平台终止，可修改后重新提交',
  'The platform has ended the review of “{0}”; you can change it and submit it again',
]

const removalEnded: Text = [
  '“{0}”的移出申请已由平台终止，项目仍在库中',
  'The platform has ended the request to remove “{0}”; the project stays listed',
]

/** Cancels the removal whose process an administrator has ended, and tells who requested it. The caller has locked the row. */
export const cancelEndedRemoval = async (ctx: Ctx, row: DeclarationRow, reason: string): Promise<void> => {
  const { id, declareStatus, loop } = row
  await run(
    ctx.db,
    sql`insert into declaration_move (pid, move, from_stage, to_stage, loop, user_id, office, comment)
      values (${id}, 'cancelUnlist', ${declareStatus}, ${declareStatus}, ${loop}, ${ctx.actor.id}, 'platform', ${reason || null})`,
  )
  await run(ctx.db, sql`update declaration set version = version + 1, update_time = now() where id = ${id}`)
  await writeAudit(ctx, 'declaration', id, 'cancelUnlist', null, { reason })
  const about = { table: 'declaration', id }
  await doneAbout(ctx, about)
  const title = fill(removalEnded, row.projectName ?? row.commpanyName ?? '')
  const to = await audiences.requester(ctx, row)
  const link = `/project/declaration/${id}`
  await notify(ctx, { to, kind: 'result', about, title, text: [reason, reason], link })
}

/**
 * Gives a declaration whose review an administrator has ended back to its declarant, as withdrawn, and tells them why. The caller
 * has locked the row.
 */
export const withdrawEndedReview = async (ctx: Ctx, row: DeclarationRow, reason: string): Promise<void> => {
  const { id, declareStatus, stageName, stageNameEn, loop } = row
  if (isWithDeclarant(declareStatus) && declareStatus !== 70) return
  await run(
    ctx.db,
    sql`insert into declaration_move (pid, move, from_stage, from_name, from_name_en, to_stage, loop, user_id, office, comment)
      values (${id}, 'withdraw', ${declareStatus}, ${stageName}, ${stageNameEn}, 90, ${loop}, ${ctx.actor.id}, 'platform', ${reason || null})`,
  )
  await run(
    ctx.db,
    sql`update declaration set declare_status = 90, stage_since = now(), stage_until = null, score_until = null, notice_until = null, stage_name = null, stage_name_en = null,
        stage_office = null, task_user = null, correction_until = null,
        version = version + 1, update_time = now() where id = ${id}`,
  )
  await writeAudit(ctx, 'declaration', id, 'withdraw', { declareStatus }, { declareStatus: 90, reason })
  const about = { table: 'declaration', id }
  await doneAbout(ctx, about)
  const title = fill(endedByPlatform, row.projectName ?? row.commpanyName ?? '')
  const link = `/addDeclare/project?id=${id}`
  await notify(ctx, { to: await audiences.owner(ctx, row), kind: 'result', about, title, text: [reason, reason], link })
}
