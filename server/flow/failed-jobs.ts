import { runStatus } from '#contract/job/run-status.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { namesOf } from './element-names.ts'
import { listFault } from './faulty-instances.ts'
import type { InstanceRow } from './instance-row.ts'

/** {0}: the task, {1}: the number of the run, {2}: why. */
const failedText: Text = ['“{0}”的任务运行失败（运行记录 {1}）：{2}', 'The job of “{0}” has failed (run {1}): {2}']
const stoppedText: Text = ['已停止', 'Stopped']

interface FailedRun {
  readonly activityId: string
  readonly runId: string
  readonly result: string | null
  readonly resultEn: string | null
}

const { failed, cancelled, stopped } = runStatus

/** The runs of an instance that have ended without a result, the longest waiting first. */
export const failedRunsOf = ({ db }: Ctx, instanceId: string) =>
  run<FailedRun>(
    db,
    sql`select j.activity_id as "activityId", r.id::text as "runId", r.result, r.result_en as "resultEn"
      from flow_job j join job_run r on r.id = j.run_id
      where j.instance_id = ${instanceId} and r.status = any(${[failed, cancelled, stopped]}::integer[]) order by j.create_time, r.id`,
  )

const sentenceOf = (facts: InstanceRow['facts'], { activityId, runId, result, resultEn }: FailedRun): Text => {
  const name = facts.elements[activityId]?.name || activityId
  const reason: Text = result === null ? stoppedText : [result, resultEn ?? result]
  return fill(failedText, namesOf(facts, activityId, name), runId, reason)
}

/**
 * Lists an instance as one that cannot go on if a run that it waits for has failed, and takes it off the list if that is not so any more.
 * Resolves to the sentence.
 */
export const listFailedJobs = async (
  ctx: Ctx,
  { id, facts }: Pick<InstanceRow, 'id' | 'facts'>,
): Promise<Text | null> => {
  const [first] = await failedRunsOf(ctx, id)
  if (first) {
    const sentence = sentenceOf(facts, first)
    await listFault(ctx, id, { elementId: first.activityId, sentence })
    return sentence
  }
  await run(
    ctx.db,
    sql`delete from flow_fault f where f.instance_id = ${id}
      and f.element_id in (select activity_id from flow_job where instance_id = ${id})`,
  )
  return null
}
