import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { notify } from '../../inbox/notify.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { isPast } from '../review/correction-time.ts'
import { scoreDueOf } from '../review/further-review.ts'
import { unnamedProject } from '../review/notify-transition.ts'
import { assignedTo } from '../review/scoring.ts'
import { beginningOf, isFirstTime } from './first-time.ts'
import { decidersOf } from './office-people.ts'

const toExpert: Text = ['“{0}”的评分已超过期限，请尽快提交', 'Your score for “{0}” is overdue; please submit it']
const toOffice: Text = ['“{0}”的专家评分已超过期限', 'The scores for “{0}” are overdue']
const missing: Text = [
  '尚有 {0} 名专家未评分，可提醒或改派',
  'Scores missing: {0}. You can remind the experts or replace them',
]
const noExperts: Text = ['尚未指派专家，请尽快指派', 'No experts are assigned yet; please assign them']

/** The assigned experts who have not scored by their time; one who was assigned late has a later one. */
const lateOf = async (ctx: Ctx, row: DeclarationRow, waiting: readonly string[], now: Date): Promise<string[]> => {
  const dues = await run<{ id: string; due: string | null }>(
    ctx.db,
    sql`select e.id::text, ${scoreDueOf(sql`${row.id}::bigint`, sql`e.id`)} as due from unnest(${waiting}::bigint[]) as e(id)`,
  )
  return dues.filter(({ due }) => isPast(due ?? row.scoreUntil ?? '', now)).map(({ id }) => id)
}

/** Reminds late experts, and tells the office that runs the review that scores are overdue; each once. Resolves to whether it did. */
export const remindExperts = async (ctx: Ctx, row: DeclarationRow, now: Date): Promise<boolean> => {
  if (!row.scoreUntil || !isPast(row.scoreUntil, now)) return false
  const beginning = await beginningOf(ctx, row)
  const message = {
    kind: 'reminder',
    about: { table: 'declaration', id: row.id },
    link: `/project/declaration/${row.id}`,
  } as const
  const title = (text: Text) => fill(text, row.projectName ?? unnamedProject)
  const waiting = (await assignedTo(ctx, row)).filter(({ state }) => state === 'waiting').map(({ id }) => id)
  const reminded: string[] = []
  for (const id of await lateOf(ctx, row, waiting, now))
    if (await isFirstTime(ctx, beginning, `score-${id}`, now)) reminded.push(id)
  await notify(ctx, { ...message, to: reminded, title: title(toExpert) })
  if ((row.experts.length && !waiting.length) || !(await isFirstTime(ctx, beginning, 'score-office', now)))
    return reminded.length > 0
  const text = row.experts.length ? fill(missing, waiting.length) : noExperts
  await notify(ctx, { ...message, to: await decidersOf(ctx, row), title: title(toOffice), text })
  return true
}
