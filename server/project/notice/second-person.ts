import type { Text } from '#contract/kit/text.ts'
import { noticeStates } from '#contract/project/public-notice.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { onePerson } from '../../flow/deputies.ts'
import type { NoticeRow } from './notice-row.ts'

/** Who publishes a notice and who agrees to its withdrawal: another person than who drafted or requested it. */

/** Stores who counts as one person with the caller now, whatever ends until somebody else acts. */
export const markPerson = async (ctx: Ctx, id: string, as: 'author' | 'withdrawal'): Promise<void> => {
  const column = sql.ref(as)
  await run(
    ctx.db,
    sql`insert into public_notice_person (notice_id, ${column}) values (${id}, ${onePerson(ctx)})
      on conflict (notice_id) do update set ${column} = excluded.${column}`,
  )
}

const ofAuthor: Text = [
  '公告须由拟稿人以外的另一人发布（互为代办人和委托人的视为同一人）',
  'Another person than its author has to publish it (deputies and principals count as one person)',
]
const ofRequester: Text = [
  '撤销须由申请人以外的另一人同意（互为代办人和委托人的视为同一人）',
  'Another person than who requested the withdrawal has to agree (deputies and principals count as one person)',
]

/** Why the caller cannot be the second person of what is open: the publication of a draft, or a withdrawal; null if they can. */
export const refusalOf = async (ctx: Ctx, { id, noticeState, withdrawalBy }: NoticeRow): Promise<Text | null> => {
  const isDraft = noticeState === noticeStates.draft
  if (!isDraft && withdrawalBy === null) return null
  const [person, others] = isDraft ? [sql`n.author`, sql`p.author`] : [sql`n.withdrawal_by`, sql`p.withdrawal`]
  const same = await run(
    ctx.db,
    sql`select 1 from public_notice n left join public_notice_person p on p.notice_id = n.id where n.id = ${id}
      and (${person} = any(${onePerson(ctx)}::bigint[]) or ${ctx.actor.id}::bigint = any(${others}))`,
  )
  if (same.length === 0) return null
  return isDraft ? ofAuthor : ofRequester
}
