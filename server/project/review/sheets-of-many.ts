import { groupBy } from '#contract/kit/group-by.ts'
import type { AssignedExpert } from '#contract/project/status.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'

type Scored = Pick<DeclarationRow, 'id' | 'experts'>
type Sheet = Omit<AssignedExpert, 'items'>

interface ScoreStep {
  readonly pid: string
  readonly expert: string
  readonly conflict: boolean
  /** Whether it was made since the declaration entered the review of experts. */
  readonly counts: boolean
  readonly score: number | null
  readonly corrections: number
}

/** All steps of scoring of these declarations, oldest first, each score as last corrected. */
const scoreSteps = (ctx: Ctx, ids: readonly string[]): Promise<ScoreStep[]> =>
  run<ScoreStep>(
    ctx.db,
    sql`with arrival as (
        select m.pid, max(m.id) as id from declaration_move m
        where m.pid = any(${ids}::bigint[]) and m.to_stage = 40 and m.from_stage <> 40 group by m.pid)
      select m.pid::text, m.user_id::text as expert, m.conflict, m.id > coalesce(a.id, 0) as counts,
        coalesce(c.score, m.score) as score, coalesce(c.corrections, 0)::int as corrections
      from declaration_move m left join arrival a on a.pid = m.pid
        left join lateral (select n.score, count(*) over () as corrections from score_correction n
          where n.move_id = m.id order by n.id desc limit 1) c on true
      where m.pid = any(${ids}::bigint[]) and m.move = 'score' order by m.id`,
  )

const namesOf = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const people = await run<{ id: string; name: string }>(
    ctx.db,
    sql`select u.id::text, coalesce(u.real_name, '') as name from "user" u where u.id = any(${ids}::bigint[])`,
  )
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** What one expert has given, by the rules of `assignedTo` (scoring.ts). */
const sheetFrom = (steps: readonly ScoreStep[]): Omit<Sheet, 'id' | 'realName'> => {
  if (steps.some(({ conflict }) => conflict)) return { state: 'recused', score: null, corrections: 0 }
  const given = steps.find(({ counts }) => counts)
  return given
    ? { state: 'scored', score: given.score, corrections: given.corrections }
    : { state: 'waiting', score: null, corrections: 0 }
}

/** The assigned experts of many declarations with their scores, as `assignedTo` has those of one, with two queries for all of them. */
export const assignedToMany = async (ctx: Ctx, rows: readonly Scored[]): Promise<ReadonlyMap<string, Sheet[]>> => {
  const steps = await scoreSteps(
    ctx,
    rows.map(({ id }) => id),
  )
  const byExpert = groupBy(steps, ({ pid, expert }) => `${pid} ${expert}`)
  const names = await namesOf(ctx, [...new Set(rows.flatMap(({ experts }) => experts))])
  return new Map(
    rows.map(({ id, experts }) => [
      id,
      experts.map((expert) => ({
        ...{ id: expert, realName: names.get(expert) ?? '' },
        ...sheetFrom(byExpert.get(`${id} ${expert}`) ?? []),
      })),
    ]),
  )
}
