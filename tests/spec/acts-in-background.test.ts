import { beforeAll, describe, expect, test } from 'vitest'
import { backgroundJob } from '#contract/job/background-job.ts'
import { declaration } from '#contract/project/declaration.ts'
import { rowsOfAct, versionsText } from '#contract/row-results.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { sql } from '#server/base/database/sql.ts'
import { download, jobOf, rowsOf, waitForJob } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { until } from '../support/until.ts'

/** Acts of more rows than a request handles: the same moves, one after another in the background (docs/decisions/0155). */

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

const { startMany, handleMany, getStatus } = declaration.calls
const { cancel, retry, rowsOutcome } = backgroundJob.calls

const submitted = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    ids.push(await review.beginDeclaration())
    await review.performAction('company', 'submit')
  }
  return ids
}
const seenBy = async (caller: Caller, ids: readonly string[]) => {
  const { records } = await caller.get(declaration.calls.page, { current: 1, size: 200 })
  return ids.map((id) => records.find((row) => row.id === id) ?? { id, version: 1 })
}
const start = async (caller: Caller, ids: readonly string[], action = 'claim') =>
  (await caller.get(startMany, { action, versions: versionsText(await seenBy(caller, ids)) })).id as string
const stagesOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await review.person('office').get(getStatus, { id })).status))
const stepsOf = async (id: string, move: string) =>
  (await review.person('office').get(getStatus, { id })).timeline.filter((step) => step.move === move).length

/** Runs `work` while somebody else holds a declaration, so that an act waits before it. */
const whileHeld = async (id: string, work: () => Promise<void>): Promise<void> =>
  platform.db.transaction().execute(async (db) => {
    await sql`select 1 from declaration where id = ${id} for update`.execute(db)
    await work()
  })
const doneRows = async (caller: Caller, job: string) => (await caller.get(rowsOutcome, { id: job })).done

describe('acts in the background', () => {
  test('handle each row as alone, keep the result as a sheet, and list what changed since it was seen', async () => {
    const city = review.person('city')
    const ids = await submitted(3)
    const [first = '', second = '', third = ''] = ids
    const rows = (await seenBy(city, ids)).map((row) => (row.id === second ? { ...row, version: 7 } : row))
    const { id: job } = await city.get(startMany, { action: 'claim', versions: versionsText(rows) })
    const ended = await waitForJob(city, String(job))
    expect(ended).toMatchObject({ state: 'done', message: '受理：已办 2 件，未办 1 件', total: 3, done: 3 })
    expect(await stagesOf(ids)).toEqual([20, 10, 20])
    const changed = '该申报刚刚有新的办理，请刷新查看后再提交，您填写的内容会保留'
    expect(await city.get(rowsOutcome, { id: String(job) })).toMatchObject({
      ...{ done: 2, refused: 1, waiting: 0 },
      rows: [{ id: second, msg: changed }],
    })
    const sheet = await rowsOf(await download(city, String(job)))
    expect(sheet.map((row) => [row.序号, row.结果, row.原因])).toEqual([
      [1, '已办理', ''],
      [2, '未办理', changed],
      [3, '已办理', ''],
    ])
    expect(sheet[0]?.事项).toContain('号项目')
    const { timeline } = await city.get(getStatus, { id: first })
    expect(timeline.at(-1)).toMatchObject({ move: 'claim', isBulk: true })
    // the same request again: nothing is done twice
    const { id: again } = await city.get(startMany, { action: 'claim', versions: versionsText(rows) })
    expect(await waitForJob(city, String(again))).toMatchObject({ message: '受理：已办 0 件，未办 3 件' })
    expect(await stepsOf(third, 'claim')).toBe(1)
    // nobody else reads it
    expect((await review.person('office').ask(rowsOutcome, { id: String(job) })).status).toBe(404)
  })

  test('a request that is repeated while it runs is the same act, and two acts of a person do not run at once', async () => {
    const city = review.person('city')
    const [held = '', second = '', other = ''] = await submitted(3)
    await whileHeld(held, async () => {
      const job = await start(city, [held, second])
      expect(await start(city, [held, second])).toBe(job)
      await until(async () => (await jobOf(city, job)).state === 'running')
      const next = await start(city, [other])
      expect(next).not.toBe(job)
      const direct = { ids: other, action: 'claim', versions: versionsText(await seenBy(city, [other])) }
      expect(await city.ask(handleMany, direct)).toMatchObject({
        status: 409,
        msg: '您有一项批量办理正在后台进行，请等待完成或先取消',
      })
      // a check changes nothing, and a single decision is no act of many
      expect(await city.ask(handleMany, { ...direct, isTrial: 1 })).toMatchObject({ status: 200 })
      expect((await jobOf(city, next)).state).toBe('waiting')
      expect(await stagesOf([other])).toEqual([10])
    })
    await until(async () => (await stagesOf([held, second, other])).every((stage) => stage === 20))
    expect(await Promise.all([held, second, other].map((id) => stepsOf(id, 'claim')))).toEqual([1, 1, 1])
  })

  test('a lost right stops them: what was done stays, the rest is not done and listed', async () => {
    const city = review.person('city')
    const ids = await submitted(3)
    const roles = await platform.db
      .selectFrom('user')
      .select('roleId')
      .where('id', '=', city.id)
      .executeTakeFirstOrThrow()
    const setRoles = (roleId: string[] | null) =>
      platform.db.updateTable('user').set({ roleId }).where('id', '=', city.id).execute()
    let job = ''
    await whileHeld(ids[1] ?? '', async () => {
      job = await start(city, ids)
      await until(async () => (await doneRows(city, job)) === 1)
      await setRoles([])
    })
    await until(async () => {
      const { state } = await platform.db
        .selectFrom('backgroundJob')
        .select('state')
        .where('id', '=', job)
        .executeTakeFirstOrThrow()
      return state === 'failed'
    })
    await setRoles(roles.roleId)
    const ended = await jobOf(city, job)
    expect(ended.message).toBe('您已没有此项办理权限，批量办理已停止')
    const { done, refused, waiting } = await city.get(rowsOutcome, { id: job })
    expect([done + refused + waiting, waiting > 0]).toEqual([3, true])
    expect((await rowsOf(await download(city, job))).at(-1)?.结果).toBe('尚未轮到')
    expect((await stagesOf(ids)).at(-1)).toBe(10)
    // with the right again, the act goes on with what is left
    await city.get(retry, { id: job })
    await waitForJob(city, job)
    expect(await stagesOf(ids)).toEqual([20, 20, 20])
  })

  test('the end of the session stops them, and so does their user, after the present row', async () => {
    const city = review.person('city')
    const ids = await submitted(3)
    let job = ''
    await whileHeld(ids[1] ?? '', async () => {
      job = await start(city, ids)
      await until(async () => (await doneRows(city, job)) === 1)
      await city.get(cancel, { id: job })
    })
    await until(async () => (await stagesOf(ids))[1] === 20)
    expect(await jobOf(city, job)).toMatchObject({ state: 'cancelled' })
    expect(await city.get(rowsOutcome, { id: job })).toMatchObject({ done: 2, waiting: 1 })
    expect(await stagesOf(ids)).toEqual([20, 20, 10])
    // other sessions of the same person go on
    await platform.db.updateTable('jobWork').set({ sessionId: '1' }).where('jobId', '=', job).execute()
    await sql`update job_run set status = 1 where id = ${job}`.execute(platform.db)
    await sql`select pg_notify('job', '')`.execute(platform.db)
    await until(async () => (await jobOf(city, job)).state === 'failed')
    expect((await jobOf(city, job)).message).toBe('登录已退出或已到期，任务已停止')
    expect(await stagesOf(ids)).toEqual([20, 20, 10])
  })

  test('go on after their process was lost, and do no row twice', async () => {
    const city = review.person('city')
    const ids = await submitted(4)
    let job = ''
    await whileHeld(ids[1] ?? '', async () => {
      job = await start(city, ids)
      await until(async () => (await doneRows(city, job)) === 1)
      // as if its process had stopped in the middle of the second row
      await sql`update job_run set worker = 'lost', lease_ends = now() - interval '1 second' where id = ${job}`.execute(
        platform.db,
      )
      await sql`select pg_notify('job', '')`.execute(platform.db)
      await until(async () => {
        const { attempt } = await platform.db
          .selectFrom('jobRun')
          .select('attempt')
          .where('id', '=', job)
          .executeTakeFirstOrThrow()
        return attempt === 2
      })
    })
    expect(await waitForJob(city, job)).toMatchObject({ state: 'done', message: '受理：已办 4 件，未办 0 件' })
    expect(await Promise.all(ids.map((id) => stepsOf(id, 'claim')))).toEqual([1, 1, 1, 1])
  })

  test('a refused row is an entry of the audit as one of a request is, but not one that has changed', async () => {
    const city = review.person('city')
    const [id = '', changed = ''] = await submitted(2)
    const [row = { id, version: 1 }, other = { id: changed, version: 1 }] = await seenBy(city, [id, changed])
    const versions = versionsText([row, { ...other, version: 99 }])
    const forbid = (oneByOne: number | null) =>
      platform.db.updateTable('template').set({ oneByOne }).where('id', '=', review.windowId).execute()
    await forbid(1)
    expect((await city.ask(handleMany, { ids: id, action: 'claim', versions })).status).toBe(400)
    const { id: job } = await city.get(startMany, { action: 'claim', versions: versionsText([row]) })
    await waitForJob(city, String(job))
    await forbid(null)
    const { id: second } = await city.get(startMany, {
      action: 'claim',
      versions: versionsText([{ ...other, version: 99 }]),
    })
    expect(await waitForJob(city, String(second))).toMatchObject({ message: '受理：已办 0 件，未办 1 件' })
    const entries = await platform.db
      .selectFrom('audit')
      .select(['rowId', 'verb', 'outcome', 'after', 'createUser'])
      .where('rowId', 'in', [id, changed])
      .where('outcome', '=', 0)
      .execute()
    const after = {
      refusal: ['该模板的申报只能逐件办理', 'Declarations of this template can only be handled one by one'],
    }
    const entry = { rowId: id, verb: 'handleMany', outcome: 0, after, createUser: city.id }
    expect(entries).toEqual([entry, entry])
  })

  test('are refused without the right, without rows and for too many', async () => {
    const [id = ''] = await submitted(1)
    const versions = versionsText(await seenBy(review.person('city'), [id]))
    for (const who of [review.person('office'), review.company])
      expect((await who.ask(startMany, { action: 'claim', versions })).status).toBe(403)
    const city = review.person('city')
    expect((await city.ask(startMany, { action: 'decideApprove', versions })).status).toBe(400)
    expect((await city.ask(startMany, { action: 'claim', versions: 'x' })).status).toBe(400)
    const many = Array.from({ length: rowsOfAct.background + 1 }, (_, i) => ({ id: String(i + 1), version: 1 }))
    expect(await city.ask(startMany, { action: 'claim', versions: versionsText(many) })).toMatchObject({
      status: 400,
      msg: '一次最多办理 5000 件，请分批办理',
    })
  })

  test('tasks are claimed in the background, too', async () => {
    const city = review.person('city')
    const [id = ''] = await submitted(1)
    await review.performAction('city', 'claim')
    await review.performAction('city', 'approve')
    const office = review.person('miit')
    const { records } = await office.get(workClaim.calls.list, { current: 1, size: 50 })
    const task = records.find(({ businessId }: { businessId?: string | null }) => businessId === id) ?? records[0]
    const { id: job } = await office.get(workClaim.calls.startClaims, {
      versions: versionsText([{ id: String(task?.id) }]),
    })
    expect(await waitForJob(office, String(job))).toMatchObject({ message: '签收：已办 1 件，未办 0 件' })
    expect((await city.ask(rowsOutcome, { id: String(job) })).status).toBe(404)
  })
})
