import { denied, Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import type { Scoring } from '#contract/project/status.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, hasPermission, tx } from '../../engine/context.ts'
import { type DeclarationRow, lockDeclaration } from '../record/declaration-row.ts'
import { isParty } from '../record/editing.ts'
import { isRecused, isScoringClosed, sheetOf } from './conditions.ts'
import { lastScoreDueOf } from './further-review.ts'
import { assignedTo, readScore, type ScoreInput } from './scoring.ts'
import { isDeciderOf } from './timeline.ts'

interface OwnSheet {
  /** The step that gave the score; null if the caller has given none that counts. */
  readonly moveId: string | null
  readonly isClosed: boolean
  readonly isLate: boolean
}

const ownSheet = async (ctx: Ctx, { id }: DeclarationRow): Promise<OwnSheet | undefined> => {
  const expert = sql`${ctx.actor.id}::bigint`
  const [sheet] = await run<OwnSheet>(
    ctx.db,
    sql`select s.id::text as "moveId", ${isScoringClosed} as "isClosed",
        coalesce(${lastScoreDueOf(sql`declaration.id`, expert)} <= statement_timestamp(), false) as "isLate"
      from declaration left join lateral ${sheetOf(expert)} s on not ${isRecused(expert)} where declaration.id = ${id}`,
  )
  return sheet
}

/** Whether the caller is an assigned expert, whose sheet may be corrected. */
const isScorer = (ctx: Ctx, row: DeclarationRow): boolean =>
  hasPermission(ctx, 'declaration_score') &&
  !isParty(ctx, row) &&
  ctx.actor.id !== null &&
  row.experts.includes(ctx.actor.id)

const failureOf = ({ declareStatus }: DeclarationRow, { moveId, isClosed, isLate }: OwnSheet): Fail | null => {
  if (declareStatus !== 40)
    return new Fail(['专家评审已结束，评分不能再更正', 'The expert review has ended; the score stays as it is'], 409)
  if (moveId === null) return new Fail(['您还没有可以更正的评分', 'You have given no score yet'], 409)
  if (isClosed) return new Fail(['已收卷，评分不能再更正', 'Scoring is closed; the score stays as it is'], 409)
  if (isLate)
    return new Fail(['评分期限已过，评分不能再更正', 'The scores were due before now; the score stays as it is'], 409)
  return null
}

/** Why the scores cannot be closed; null if they can. */
const closingFailure = async (ctx: Ctx, row: DeclarationRow): Promise<Fail | null> => {
  const assigned = await assignedTo(ctx, row)
  if (assigned.length === 0) return new Fail(['尚未指派专家，不能收卷', 'No experts are assigned yet'])
  const waiting = assigned.filter(({ state }) => state === 'waiting').length
  return waiting
    ? new Fail(
        fill(
          ['还有 {0} 名专家未评分或回避，不能收卷', '{0} of the experts have neither scored nor recused themselves'],
          waiting,
        ),
      )
    : null
}

/** What the caller may do with scores that were given; null for all but the experts and who decides, and outside of their review. */
export const scoringFor = async (ctx: Ctx, row: DeclarationRow): Promise<Scoring | null> => {
  const isDecider = isDeciderOf(ctx, row)
  if (row.declareStatus !== 40 || !(isDecider || isScorer(ctx, row))) return null
  const sheet = await ownSheet(ctx, row)
  const isClosed = sheet?.isClosed ?? false
  return {
    isClosed,
    canCorrect: sheet !== undefined && isScorer(ctx, row) && failureOf(row, sheet) === null,
    canClose: isDecider && !isClosed && (await closingFailure(ctx, row)) === null,
  }
}

/** Stores another version of the caller's own sheet: no step, and no change that anybody but the decider can notice. */
export const correctScore = (
  ctx: Ctx,
  input: ScoreInput & { id: string; reason?: string | null },
): Promise<DeclarationRow> =>
  tx(ctx, async (inside) => {
    const row = await lockDeclaration(inside, input.id)
    if (!isScorer(inside, row)) throw denied()
    const sheet = await ownSheet(inside, row)
    const failure = sheet ? failureOf(row, sheet) : denied()
    if (failure || !sheet) throw failure ?? denied()
    const { score, items } = await readScore(inside, row, { ...input, conflict: 0 })
    await run(
      inside.db,
      sql`insert into score_correction (move_id, score, items, reason)
        values (${sheet.moveId}, ${score}, ${items}::jsonb, ${input.reason?.trim()})`,
    )
    await writeAudit(inside, 'declaration', row.id, 'correctScore', { experts: row.experts }, { experts: row.experts })
    return row
  })

/** Ends corrections, once every assigned expert has scored or is recused. */
export const closeScoring = (ctx: Ctx, id: string): Promise<DeclarationRow> =>
  tx(ctx, async (inside) => {
    const row = await lockDeclaration(inside, id)
    if (!isDeciderOf(inside, row)) throw denied()
    if (row.declareStatus !== 40)
      throw new Fail(['该申报不在专家评审环节，不能收卷', 'The declaration is not under expert review'], 409)
    const [open] = await run<{ isClosed: boolean }>(
      inside.db,
      sql`select ${isScoringClosed} as "isClosed" from declaration where declaration.id = ${id}`,
    )
    if (open?.isClosed) throw new Fail(['已经收卷', 'Scoring is closed already'], 409)
    const failure = await closingFailure(inside, row)
    if (failure) throw failure
    await run(inside.db, sql`insert into score_closing (pid, user_id) values (${id}, ${inside.actor.id})`)
    await writeAudit(inside, 'declaration', id, 'closeScoring', { experts: row.experts }, { experts: row.experts })
    return row
  })
