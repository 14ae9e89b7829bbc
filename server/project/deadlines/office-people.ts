import { declaration } from '#contract/project/declaration.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { readPeople } from '../../engine/session.ts'
import { ctxOf, idsOf, peopleFor, peopleWith } from '../../inbox/people-who.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { waitingReviewers } from '../review/audiences.ts'
import { openAssignees } from '../review/further-review.ts'
import { partyCondition } from '../review/waiting.ts'

/** People with a permission who see the declaration and take no part in it. */
const outsidersWith = async (ctx: Ctx, { id }: DeclarationRow, perm: string): Promise<string[]> =>
  idsOf(
    await peopleFor(
      ctx,
      await peopleWith(ctx, [perm]),
      declaration,
      id,
      (theirs) => sql`(${rowFilter(theirs, declaration)} and not ${partyCondition(theirs)})`,
    ),
  )

/** The office that runs the expert review, also while scores are missing. */
export const decidersOf = (ctx: Ctx, row: DeclarationRow): Promise<string[]> =>
  outsidersWith(ctx, row, 'declaration_decide')

/**
 * Who has to handle a declaration now: those who have claimed its tasks, or everybody who may while one is unclaimed. In the expert review
 * that is the office that runs it: the experts have a date of their own.
 */
export const handlersOf = async (ctx: Ctx, row: DeclarationRow): Promise<string[]> => {
  const people =
    row.declareStatus === 40
      ? await decidersOf(ctx, row)
      : [...new Set((await waitingReviewers(ctx, row)).flatMap(({ to }) => to))]
  const assignees = await openAssignees(ctx, row)
  const claimed = people.filter((id) => assignees.includes(id))
  return claimed.length && !assignees.includes(null) ? claimed : people
}

/** Those of these people who may open the declaration: the head of an office need not be one of its officers. */
export const readersAmong = async (ctx: Ctx, { id }: DeclarationRow, people: readonly string[]): Promise<string[]> => {
  const all = await readPeople(ctx, sql`u.id = any(${people}::bigint[])`)
  const readers = all.filter((one) => hasPermission(ctxOf(ctx, one), 'declaration'))
  return idsOf(await peopleFor(ctx, readers, declaration, id, (theirs) => rowFilter(theirs, declaration)))
}

/** The names of these people, in the order of their names. */
export const namesOf = async (ctx: Ctx, people: readonly string[]): Promise<string[]> =>
  (
    await run<{ name: string }>(
      ctx.db,
      sql`select real_name as name from "user" where id = any(${people}::bigint[]) order by real_name collate pinyin, id`,
    )
  ).map(({ name }) => name)

/** The people of the provincial desk who see the declaration and take no part in it. */
export const supervisorsOf = (ctx: Ctx, row: DeclarationRow): Promise<string[]> =>
  outsidersWith(ctx, row, 'declaration_province')
