import { Fail } from '#contract/kit/fail.ts'
import { stagesWith } from '#contract/project/stages.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import { currentCacheVersions } from '../../engine/cache.ts'
import { type App, type Ctx, tx } from '../../engine/context.ts'
import { visitor } from '../../engine/session.ts'
import { type DefinitionRow, latestDefinition } from '../../flow/definitions.ts'
import { reconcileTasks } from '../../flow/open-tasks.ts'
import { movesOfReview, NotReplayed, type RecordedMove, type Replay, replayMoves } from './replay-moves.ts'

interface OldReview {
  readonly id: string
  readonly tenantId: string
}

const stagesInReview = stagesWith(({ phase }) => phase === 'review' || phase === 'correction')

/** Declarations in review without a process: they were submitted before there was one. */
const oldReviews = (app: App) =>
  run<OldReview>(
    app.db,
    sql`select id, tenant_id as "tenantId" from declaration
      where declare_status = any(${stagesInReview}::integer[]) and is_deleted = 0 and process_instance_id is null
        and not exists (select 1 from flow_instance i
          where i.business_table = 'declaration' and i.business_id = declaration.id and i.end_time is null)
      order by id`,
  )

const contextFor = async (app: App, tenantId: string): Promise<Ctx> => ({
  app,
  db: app.db,
  lang: 'zh',
  actor: { ...visitor, tenantId },
  cacheVersions: await currentCacheVersions(app),
  request: { id: 'review-replay', address: '', agent: '', headers: {} },
})

interface Declaration {
  readonly stage: number
  readonly subject: string | null
  readonly experts: readonly string[] | null
  readonly createUser: string | null
  readonly stageUntil: string | null
  readonly scoreUntil: string | null
  readonly correctionUntil: string | null
}

const rowColumns = sql`declare_status as stage, coalesce(project_name, commpany_name) as subject, experts::text[] as experts,
  create_user::text as "createUser", stage_until as "stageUntil", score_until as "scoreUntil", correction_until as "correctionUntil"`

const lockRow = async (ctx: Ctx, id: string): Promise<Declaration | undefined> => {
  const [row] = await run<Declaration>(
    ctx.db,
    sql`select ${rowColumns}
      from declaration where id = ${id} and process_instance_id is null and is_deleted = 0 for update`,
  )
  return row
}

const readMoves = (ctx: Ctx, id: string) =>
  run<RecordedMove & { readonly fromStage: number }>(
    ctx.db,
    sql`select move, from_stage as "fromStage", to_stage as "toStage", user_id::text as "userId", office, comment, conflict,
        create_time as "createTime"
      from declaration_move where pid = ${id} order by id`,
  )

type Definition = Pick<DefinitionRow, 'id' | 'facts'>

/** Resolves to the id of the new instance. */
const storeInstance = async (
  ctx: Ctx,
  id: string,
  definition: Definition,
  { step, completed, variables }: Replay,
  row: Declaration,
  start: RecordedMove,
): Promise<string> => {
  const [instance] = await run<{ id: string }>(
    ctx.db,
    sql`insert into flow_instance (tenant_id, definition_id, business_table, business_id, subject, start_user, start_time,
        variables, state, rev)
      values (${ctx.actor.tenantId}, ${definition.id}, 'declaration', ${id}, ${row.subject ?? ''},
        ${start.userId ?? row.createUser}, ${start.createTime},
        ${JSON.stringify({ applicant: variables.applicant })}::jsonb, ${step.state}, ${completed.length + 1})
      returning id::text`,
  )
  return (instance as { id: string }).id
}

/** What was passed, and the tasks that were completed. */
const storeHistory = async (
  ctx: Ctx,
  instanceId: string,
  { facts: names }: Definition,
  { passed, completed, start }: Pick<Replay, 'passed' | 'completed'> & { readonly start: RecordedMove },
): Promise<void> => {
  for (const { activityId, type } of passed)
    await run(
      ctx.db,
      sql`insert into flow_activity (instance_id, activity_id, name, type, time)
        values (${instanceId}, ${activityId}, ${names.elements[activityId]?.name ?? ''}, ${type}, ${start.createTime})`,
    )
  for (const { executionId, activityId, by, since } of completed)
    await run(
      ctx.db,
      sql`insert into flow_task (instance_id, execution_id, task_key, name, assignee, create_time, end_time, end_reason, comment, move)
        values (${instanceId}, ${executionId}, ${activityId}, ${names.tasks.find((task) => task.id === activityId)?.name ?? ''},
          ${by.userId}, ${since}, ${by.createTime}, 'completed', ${by.comment}, ${by.move})`,
    )
}

/** The tasks that wait since `arrival`, and the columns of the declaration that name the instance. */
const storeWaiting = async (
  ctx: Ctx,
  id: string,
  instanceId: string,
  definition: Definition,
  { step, variables }: Replay,
  row: Declaration,
  arrival: string,
): Promise<void> => {
  const dueTimes = { [row.stage]: row.stageUntil, score: row.scoreUntil, 70: row.correctionUntil }
  const replayed = { id: instanceId, facts: definition.facts, businessTable: 'declaration', startUser: null }
  await reconcileTasks(ctx, replayed, step.waiting, { ...variables, dueTimes })
  await run(
    ctx.db,
    sql`update flow_task set create_time = ${arrival}, claim_time = case when claim_time is not null then ${arrival}::timestamptz end
      where instance_id = ${instanceId} and end_time is null`,
  )
  await run(
    ctx.db,
    sql`update declaration set process_definition_id = ${definition.id}, process_instance_id = ${instanceId} where id = ${id}`,
  )
}

/**
 * Stores a new instance in the state to which the recorded moves lead; without their history where another instance has it. Throws
 * `NotReplayed` if that is not the stage of the row.
 */
const replayInto = async (
  ctx: Ctx,
  id: string,
  definition: DefinitionRow,
  row: Declaration,
  hasHistory: boolean,
): Promise<void> => {
  const moves = movesOfReview(await readMoves(ctx, id))
  const [start] = moves
  if (!start) throw new NotReplayed('no submission is recorded')
  const replay = replayMoves({ definition, moves, experts: row.experts ?? [] })
  if (replay.stage !== row.stage) throw new NotReplayed(`the moves lead to ${replay.stage}, not ${row.stage}`)
  const { passed, completed } = replay
  const arrival = completed.at(-1)?.by.createTime ?? start.createTime
  const instanceId = await storeInstance(ctx, id, definition, replay, row, start)
  if (hasHistory) await storeHistory(ctx, instanceId, definition, { passed, completed, start })
  await storeWaiting(ctx, id, instanceId, definition, replay, row, hasHistory ? arrival : wireTime())
}

/**
 * Begins the process of an expired correction anew, at the correction, because its expiry is lifted. Resolves to the columns of the
 * declaration that name it; both null if the deployed process does not fit, so that the review goes on by the table of transitions.
 */
export const resumeReview = async (
  ctx: Ctx,
  { id }: { readonly id: string },
  correctionUntil: string,
): Promise<Readonly<Record<string, string | null>>> => {
  const definition = await latestDefinition(ctx, 'xmsb')
  const [row] = await run<Declaration>(ctx.db, sql`select ${rowColumns} from declaration where id = ${id}`)
  try {
    if (!definition || !row) throw new NotReplayed('no process xmsb is deployed')
    await replayInto(ctx, id, definition, { ...row, stage: 70, correctionUntil }, false)
  } catch (error) {
    if (!(error instanceof NotReplayed)) throw error
    ctx.app.log.warn(
      { declaration: id, reason: error.message },
      'the process of a lifted expiry could not be begun anew',
    )
    return { processDefinitionId: null, processInstanceId: null }
  }
  const [names] = await run<Record<string, string | null>>(
    ctx.db,
    sql`select process_definition_id as "processDefinitionId", process_instance_id as "processInstanceId"
      from declaration where id = ${id}`,
  )
  return names ?? {}
}

/** Gives one old review its process. Resolves to the reason if its recorded moves do not lead to its stage. */
const replayReview = async (app: App, { id, tenantId }: OldReview): Promise<string | null> =>
  tx(await contextFor(app, tenantId), async (inside) => {
    const row = await lockRow(inside, id)
    if (!row) return null
    const definition = await latestDefinition(inside, 'xmsb')
    if (!definition) return 'no process xmsb is deployed'
    await replayInto(inside, id, definition, row, true)
    return null
  }).catch((error: unknown) => {
    // a refusal of the process; one review must not stop the others
    if (error instanceof NotReplayed || error instanceof Fail) return error.message
    throw error
  })

/**
 * Gives every review of the time before processes its instance, one transaction each; it can be interrupted and started again.
 * What does not fit is reported and stays under the table of transitions.
 */
export const replayReviews = async (app: App, isStopped: () => boolean = () => false): Promise<void> => {
  const reviews = await oldReviews(app)
  const failures: { id: string; reason: string }[] = []
  let replayed = 0
  for (const review of reviews) {
    if (isStopped()) return
    const reason = await replayReview(app, review)
    if (reason) failures.push({ id: review.id, reason })
    else replayed += 1
  }
  if (replayed) app.logEvent('review.replayed', { replayed })
  for (const failure of failures) app.logEvent('review.notReplayed', failure)
}

/** Replays in the background after a start; the result is a function that stops it. */
export const startReplay = (app: App): (() => Promise<void>) => {
  let isStopped = false
  const run = replayReviews(app, () => isStopped).catch((error) =>
    app.log.warn({ err: error }, 'reviews could not be moved onto their process'),
  )
  return async () => {
    isStopped = true
    await run
  }
}
