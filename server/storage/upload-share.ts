import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { paramsOf } from '../base/database/params.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'

const megabyte = 1024 * 1024

const filesUsedUp = (limit: number) =>
  new Fail(
    fill(
      [
        '您今天已上传 {0} 个文件，达到每日上限，请明天再上传',
        'You have uploaded {0} files today, the daily limit; please go on tomorrow',
      ],
      limit,
    ),
    429,
  )

const spaceUsedUp = (megabytes: number) =>
  new Fail(
    fill(
      [
        '您的上传空间（{0}）已用完，无法继续上传。表单中未被引用的附件满7天后自动删除；仍不够用时请联系平台管理员',
        'Your upload space ({0}) is used up. Files of forms that nothing uses are deleted after 7 days; if that is not enough, please ask an administrator',
      ],
      megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${megabytes} MB`,
    ),
  )

/**
 * Throws if the caller has used up the share of an account: its space with `addedBytes` more, or its files of today. Called before
 * a file is received, and with its size in the transaction that stores it, where uploads of one account wait for each other.
 */
export const checkUploadShare = async (ctx: Ctx, addedBytes?: number): Promise<void> => {
  const { db, actor } = ctx
  if (actor.id === null) return
  if (addedBytes !== undefined)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${actor.id}`}, 0))`.execute(db)
  const limits = await paramsOf(db, ['storage.accountMegabytes', 'storage.filesPerDay'])
  const [megabytes, filesPerDay] = [Number(limits['storage.accountMegabytes']), Number(limits['storage.filesPerDay'])]
  const { rows } = await sql<{ bytes: string; today: number }>`
    select coalesce(sum(attach_size::bigint), 0) as bytes, count(*) filter (where create_time >= current_date)::int as today
    from attach where create_user = ${actor.id}`.execute(db)
  const { bytes = 0, today = 0 } = rows[0] ?? {}
  if (today >= filesPerDay) throw filesUsedUp(filesPerDay)
  if (Number(bytes) + Math.max(addedBytes ?? 1, 1) > megabytes * megabyte) throw spaceUsedUp(megabytes)
}
