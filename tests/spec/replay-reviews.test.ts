import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { workDone } from '#contract/work/work-done.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { replayReviews } from '#server/project/review/replay-reviews.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { setStage } from '../support/scenario.ts'

/** Reviews of the time before processes get an instance from their recorded moves (docs/decisions/0074). */

let platform: Platform
let review: Review

/** Takes the process away from a declaration, as if it had been submitted before there was one. */
const forget = async (id: string) => {
  await sql`delete from flow_instance where business_table = 'declaration' and business_id = ${id}`.execute(platform.db)
  await sql`update declaration set process_instance_id = null, process_definition_id = null where id = ${id}`.execute(
    platform.db,
  )
}

const openTasks = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{
    key: string
  }>`select t.task_key as key from flow_task t join flow_instance i on i.id = t.instance_id
    where i.business_id = ${id} and i.business_table = 'declaration' and t.end_time is null order by 1`.execute(
    platform.db,
  )
  return rows.map(({ key }) => key)
}

const stageOf = async (id: string) => (await review.company.get(declaration.calls.getStatus, { id })).status

type Act = () => Promise<number>
const act =
  (who: string, action: string, more: object = {}): Act =>
  () =>
    review.performAction(who, action, more)

/** A submitted declaration; actions refer to the last one. */
const begin = async (): Promise<string> => {
  const id = await review.beginDeclaration()
  await review.performAction('company', 'submit')
  return id
}

const toProvince = [act('city', 'claim'), act('city', 'cityApprove')]
const toExperts = [...toProvince, act('miit', 'provinceApprove'), act('ca', 'provinceApprove')]

const assign: Act = () => {
  const experts = ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(',')
  return review.performAction('office', 'assign', { experts })
}

const scores = ['expert3', 'expert1', 'expert2'].map((who) => act(who, 'score', { conflict: 0, score: 80 }))

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

describe('an old review', () => {
  test.each([
    ['submitted', [], ['accept']],
    ['claimed', [act('city', 'claim')], ['cityReview']],
    ['approved by one office', [...toProvince, act('miit', 'provinceApprove')], ['provinceReview']],
    [
      'returned by the city',
      [act('city', 'claim'), act('city', 'cityReturn', remarks('information.projectName'))],
      ['cityCorrection'],
    ],
    ['with experts still to assign', toExperts, ['decide']],
    [
      'with one score',
      [...toExperts, assign, act('expert1', 'score', { conflict: 0, score: 80 })],
      ['decide', 'score', 'score'],
    ],
    ['with all scores, the last expert first', [...toExperts, assign, ...scores], ['decide']],
    ['in its public notice', [...toExperts, assign, ...scores, act('office', 'decideApprove')], ['notice']],
  ] as const)('%s gets the tasks that it would have', async (_name, acts, tasks) => {
    const id = await begin()
    for (const step of acts) await step()
    expect(await openTasks(id)).toEqual(tasks)
    const stage = await stageOf(id)
    await forget(id)
    await replayReviews(platform.app)
    expect([await stageOf(id), await openTasks(id)]).toEqual([stage, tasks])
  })

  test('goes on in its process, with the moves before it in the history', async () => {
    const id = await begin()
    await act('city', 'claim')()
    await forget(id)
    await replayReviews(platform.app)
    await act('city', 'cityApprove')()
    expect([await stageOf(id), await openTasks(id)]).toEqual([30, ['provinceReview', 'provinceReview']])
    const done = await review.person('city').get(workDone.calls.list, { size: 100 })
    const decisions = done.records.filter(({ businessId }) => businessId === id).map(({ decision }) => decision)
    expect(decisions.toSorted()).toEqual(['初审通过', '受理'])
    const { records } = await review.person('city').get(workTodo.calls.list, {})
    expect(records.some(({ businessId }) => businessId === id)).toBe(false)
  })

  test('whose moves do not lead to its stage stays under the table', async () => {
    const id = await begin()
    await setStage(platform, id, 30)
    await forget(id)
    await replayReviews(platform.app)
    expect(await openTasks(id)).toEqual([])
    await act('miit', 'provinceApprove')()
    await act('ca', 'provinceApprove')()
    expect(await stageOf(id)).toBe(40)
  })

  test('that cannot be replayed does not keep the others from their process', async () => {
    const ids = [await begin(), await begin()]
    for (const id of ids) await forget(id)
    await sql`insert into declaration_move (pid, move, from_stage, to_stage, user_id)
      select pid, 'decideApprove', 10, 50, user_id from declaration_move where pid = ${ids[0]}`.execute(platform.db)
    await replayReviews(platform.app)
    expect(await Promise.all(ids.map(openTasks))).toEqual([[], ['accept']])
  })
})
