import { expect } from 'vitest'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { stagesWith } from '#contract/project/stages.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import type { Answer, Caller, Platform } from './platform.ts'
import type { Review } from './review.ts'

/** The people of a review who work with tasks. */
export const reviewers = ['city', 'miit', 'ca', 'office', 'office2', 'expert1', 'expert2', 'expert3'] as const
export type Reviewer = (typeof reviewers)[number]

/** Tasks of one declaration by the person whose lists show them: `claim accept`, `todo score`. Absent people have none. */
export type ListedTasks = Partial<Record<Reviewer, readonly string[]>>

const listOf = async (by: Caller, list: 'claim' | 'todo') =>
  (await by.get((list === 'claim' ? workClaim : workTodo).calls.list, { size: 200 })).records

export const tasksOf = async (by: Caller, businessId: string): Promise<string[]> => {
  const lists = await Promise.all(
    (['claim', 'todo'] as const).map(async (list) =>
      (await listOf(by, list))
        .filter((row) => row.businessId === businessId)
        .map(({ taskDefinitionKey, status }) => `${status} ${taskDefinitionKey}`),
    ),
  )
  return lists.flat().toSorted()
}

interface Stored {
  readonly stage: number
  readonly lastStage: number | null
  /** Stages that open tasks carry, and tasks with an end other than the process's own cancelling. */
  readonly openStages: readonly number[]
  readonly openKeys: readonly string[]
  readonly completed: number
  /** Moves that complete a task: all but those that start a process, or are made where none runs. */
  readonly moves: number
  /** All moves, also those that complete no task, such as the request of a removal. */
  readonly recorded: number
  readonly isRemovalRequested: boolean | null
  readonly running: number
  readonly stuck: number
}

/** Stages in which a process runs. */
const reviewed: readonly number[] = stagesWith(({ phase }) => phase === 'review' || phase === 'correction')

export const storedReview = async (db: Db, id: string): Promise<Stored> => {
  const [row] = await run<Stored>(
    db,
    sql`with i as (select * from flow_instance where business_table = 'declaration' and business_id = ${id}),
      t as (select t.* from flow_task t join i on i.id = t.instance_id)
      select d.declare_status as stage,
        (select to_stage from declaration_move m where m.pid = d.id order by m.id desc limit 1) as "lastStage",
        array(select distinct declare_status from t where end_time is null) as "openStages",
        array(select task_key from t where end_time is null order by task_key) as "openKeys",
        (select count(*)::int from t where end_reason = 'completed') as completed,
        (select count(*)::int from declaration_move m where m.pid = d.id and (m.from_stage = any(${reviewed}::integer[])
            or m.move = 'cancelUnlist' or m.move = 'unlist' and m.to_stage = 95)
          and not (m.move in ('withdraw', 'cancelUnlist') and m.office = 'platform' and exists (
            select 1 from i where i.delete_reason = m.comment))) as moves,
        (select count(*)::int from declaration_move m where m.pid = d.id) as recorded,
        (select m.move = 'unlist' and m.to_stage = 60 from declaration_move m where m.pid = d.id order by m.id desc limit 1)
          as "isRemovalRequested",
        (select count(*)::int from i where end_time is null) as running,
        (select count(*)::int from i where end_time is null
          and not exists (select 1 from t where t.instance_id = i.id and t.end_time is null)) as stuck
      from declaration d where d.id = ${id}`,
  )
  if (!row) throw new Error('There is no such declaration.')
  return row
}

interface Decision {
  readonly taskId: string
  readonly variables?: object
  readonly flag?: string
  readonly comment?: string
}

export const completeTask = (by: Caller, { flag = 'ok', comment = '已阅', ...task }: Decision) =>
  by.ask(workTodo.calls.completeTask, { ...task, flag, comment } as never)

/** Stage, steps, open tasks and completed tasks of a declaration must tell the same; resolves to them. */
export const expectConsistent = async (db: Db, id: string): Promise<Stored> => {
  const stored = await storedReview(db, id)
  const { stage, lastStage, openStages, isRemovalRequested, running, stuck, completed, moves } = stored
  const isReviewed = reviewed.includes(stage) || isRemovalRequested === true
  expect({ lastStage: lastStage ?? 0, openStages, running, stuck, completed }).toEqual({
    lastStage: stage,
    openStages: isReviewed ? [stage] : [],
    running: isReviewed ? 1 : 0,
    stuck: 0,
    completed: moves,
  })
  return stored
}

export interface ReviewTasks {
  /** The stage, the lists of every reviewer, the history and the stored rows agree on this. */
  readonly expectTasks: (stage: number, listed?: ListedTasks) => Promise<void>
  readonly taskOf: (who: Reviewer, key: string) => Promise<{ taskId: string; processInstanceId: string }>
  readonly claim: (who: Reviewer, key: string) => Promise<void>
  /** Completes a task of the person, claimed before if nobody has it. */
  readonly complete: (
    who: Reviewer,
    key: string,
    variables?: object,
    more?: { flag?: string; comment?: string },
  ) => Promise<Answer<true>>
  readonly instanceId: () => Promise<string>
}

export const reviewTasks = (platform: Platform, review: Review): ReviewTasks => {
  const { person, id } = review
  const find = async (who: Reviewer, key: string, list: 'claim' | 'todo') =>
    (await listOf(person(who), list)).find((row) => row.businessId === id() && row.taskDefinitionKey === key)
  const instanceId = async () => {
    const [row] = await run<{ id: string }>(
      platform.db,
      sql`select id from flow_instance where business_id = ${id()} and business_table = 'declaration'
        order by id desc limit 1`,
    )
    return row?.id ?? ''
  }
  const claim: ReviewTasks['claim'] = async (who, key) => {
    const task = await find(who, key, 'claim')
    await person(who).get(workClaim.calls.claimTask, { taskId: task?.taskId ?? '' })
  }
  const taskOf: ReviewTasks['taskOf'] = async (who, key) => {
    const task = (await find(who, key, 'todo')) ?? (await find(who, key, 'claim'))
    if (!task?.taskId) throw new Error(`${who} has no task ${key}.`)
    return { taskId: task.taskId, processInstanceId: task.processInstanceId ?? '' }
  }
  const complete: ReviewTasks['complete'] = async (who, key, variables = {}, more = {}) => {
    if (!(await find(who, key, 'todo'))) await claim(who, key)
    return completeTask(person(who), { ...(await taskOf(who, key)), variables, ...more })
  }
  const expectTasks: ReviewTasks['expectTasks'] = async (stage, listed = {}) => {
    const stored = await expectConsistent(platform.db, id())
    expect([stored.stage, (await review.status()).status]).toEqual([stage, stage])
    const lists = await Promise.all(reviewers.map(async (who) => [who, await tasksOf(person(who), id())] as const))
    expect(Object.fromEntries(lists.filter(([, tasks]) => tasks.length))).toEqual(listed)
    const steps = await person('office').get(flowProcess.historyFlowList, { processInstanceId: await instanceId() })
    const open = steps.filter(({ endTime }) => endTime === null).map(({ historyActivityId }) => historyActivityId)
    expect(open.toSorted()).toEqual(stored.openKeys.toSorted())
    const ends = steps.filter(({ historyActivityType }) => historyActivityType !== 'userTask')
    expect(ends.map(({ historyActivityType }) => historyActivityType)).toEqual(
      stored.running ? ['startEvent'] : ['startEvent', 'endEvent'],
    )
  }
  return { expectTasks, taskOf, claim, complete, instanceId }
}

/** The action or decision must succeed. */
export const must = async (answer: Promise<{ success: boolean; msg: string }>): Promise<void> => {
  const { success, msg } = await answer
  expect([success, success ? '' : msg]).toEqual([true, ''])
}

/** Brings the declaration of a review to a stage by the calls of the declaration. */
export const bringTo = async (review: Review, stage: 20 | 30 | 40 | 50): Promise<void> => {
  await review.performAction('company', 'submit')
  await review.performAction('city', 'claim')
  if (stage >= 30) await review.performAction('city', 'cityApprove')
  if (stage >= 40) {
    await review.performAction('miit', 'provinceApprove')
    await review.performAction('ca', 'provinceApprove')
  }
  if (stage >= 50) {
    await review.assignAndScore()
    await review.performAction('office', 'decideApprove')
  }
}
