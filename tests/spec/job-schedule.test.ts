import { beforeAll, describe, expect, test } from 'vitest'
import { jobInfo } from '#contract/job/job-info.ts'
import { sql } from '#server/base/database/sql.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { createClerk } from '../support/roles.ts'
import { openJobs, yearly } from '../support/scheduled-jobs.ts'

const { calls } = jobInfo

let jobs: Awaited<ReturnType<typeof openJobs>>
beforeAll(async () => {
  jobs = await openJobs()
})

describe('the schedule of a job', () => {
  test.each([
    [2, '0 0 25 * * ?'],
    [2, '* * * *'],
    [2, '每天两点'],
    [2, '0 0 0 1 1 ? 2020'],
    [3, '49'],
    [3, '120001'],
    [4, '0'],
    [4, '1.5'],
    [4, '0 0 2 * * ?'],
  ])('of kind %i is not %s', async (timeExpressionType, timeExpression) => {
    const answer = await jobs.ask({ timeExpressionType, timeExpression })
    expect(answer).toMatchObject({
      status: 400,
      faults: [{ at: 'timeExpression', msg: expect.stringMatching(/.{6}/) }],
    })
  })

  test.each([1, 5])('of kind %i is empty, whatever a client sends or was stored before', async (timeExpressionType) => {
    expect(await jobs.createdWith({ timeExpressionType })).toMatchObject({ timeExpression: null, nextAt: null })
    const id = await jobs.create()
    expect((await jobs.update(id, { timeExpressionType })).success).toBe(true)
    expect(await jobs.detail(id)).toMatchObject({ timeExpressionType, timeExpression: null, nextAt: null })
    expect(await jobs.update(id, { timeExpressionType: 2 })).toMatchObject({ faults: [{ at: 'timeExpression' }] })
  })

  const malformed = '生命周期应为“开始时间,结束时间”，如 2026-01-01 00:00:00,2026-12-31 23:59:59'
  test.each([
    ['明天,后天', malformed],
    ['2026-02-30 00:00:00,', malformed],
    ['1767225600000,1798761599000', malformed],
    ['2026-01-01,2026-12-31', malformed],
    ['2098-02-01 00:00:00,2098-01-01 00:00:00', '生命周期的结束时间须晚于开始时间'],
    ['2098-02-01 00:00:00,2098-02-01 00:00:00', '生命周期的结束时间须晚于开始时间'],
    ['2020-01-01 00:00:00,2020-12-31 00:00:00', '生命周期的结束时间已过，请修改'],
    [',2020-12-31 00:00:00', '生命周期的结束时间已过，请修改'],
    ['2090-02-01 00:00:00,2090-12-31 00:00:00', '生命周期内没有运行时间'],
    ['2099-01-01 00:00:00,', '生命周期内没有运行时间'],
  ])('has no lifecycle %s', async (lifecycle, msg) => {
    expect(await jobs.ask({ lifecycle })).toMatchObject({ status: 400, faults: [{ at: 'lifecycle', msg }] })
  })

  test('names all that is wrong with its expression and its lifecycle at once', async () => {
    const over = '生命周期的结束时间已过，请修改'
    const wrong = { timeExpression: '0 0 25 * * ?', lifecycle: ',2020-01-01 00:00:00' }
    const both = { status: 400, faults: [{ at: 'timeExpression' }, { at: 'lifecycle', msg: over }] }
    expect(await jobs.ask(wrong)).toMatchObject(both)
    const preview = (input: object) => jobs.admin.ask(calls.nextRuns, { timeExpressionType: 2, ...input } as never)
    expect(await preview(wrong)).toMatchObject(both)
    expect(await preview({ lifecycle: wrong.lifecycle })).toMatchObject(both)
    const id = await jobs.create({ enable: 0 })
    await jobs.platform.db.updateTable('jobInfo').set(wrong).where('id', '=', id).execute()
    expect(await jobs.admin.ask(calls.change, { id, enable: 1 })).toMatchObject(both)
    // no run falls into a lifecycle is said of an expression that has runs
    const never = { timeExpression: '0 0 25 * * ?', lifecycle: '2099-01-01 00:00:00,' }
    expect((await jobs.ask(never)).faults).toHaveLength(1)
  })

  test.each([
    ['2097-01-01 00:00:00,2098-06-01 00:00:00', '2097-01-01 00:00:00,2098-06-01 00:00:00', '2097-01-01 00:00:00'],
    [' 2097-01-01 00:00:01 , ', '2097-01-01 00:00:01,', '2098-01-01 00:00:00'],
    ['2097-01-01 00:00:00', '2097-01-01 00:00:00,', '2097-01-01 00:00:00'],
    [',2091-01-01 00:00:00', ',2091-01-01 00:00:00', '2090-01-01 00:00:00'],
    [',', '', '2090-01-01 00:00:00'],
    ['', '', '2090-01-01 00:00:00'],
  ])('with the lifecycle “%s” is planned within it', async (lifecycle, stored, nextAt) => {
    expect(await jobs.createdWith({ lifecycle })).toMatchObject({ lifecycle: stored, nextAt })
  })

  test('decides the next run: none for a paused job, and for an interval', async () => {
    expect(await jobs.createdWith({})).toMatchObject({ nextAt: '2090-01-01 00:00:00' })
    expect(await jobs.createdWith({ enable: 0 })).toMatchObject({ nextAt: null })
    for (const timeExpressionType of [3, 4])
      expect(await jobs.createdWith({ timeExpressionType, timeExpression: '1000' })).toMatchObject({ nextAt: null })
  })

  test('plans the next run after the time of the database', async () => {
    const { nextAt } = await jobs.createdWith({ timeExpression: '0 0 0 * * ?' })
    const { rows } = await sql<{ midnight: string }>`select (current_date + 1)::timestamptz as midnight`.execute(
      jobs.platform.db,
    )
    expect(nextAt).toBe(rows[0]?.midnight)
  })

  test('is planned anew when it changes; a due run that is not planned yet stays while other fields change', async () => {
    const id = await jobs.create()
    const due = '2026-01-05 08:00:00'
    await jobs.platform.db.updateTable('jobInfo').set({ nextAt: due }).where('id', '=', id).execute()
    const same = { timeExpression: yearly, timeExpressionType: 2, enable: 1, lifecycle: '' }
    await jobs.update(id, { jobName: '改名', concurrency: 2, ...same })
    expect(await jobs.detail(id)).toMatchObject({ jobName: '改名', nextAt: due })
    await jobs.update(id, { timeExpression: '0 0 0 2 1 ? 2090' })
    expect(await jobs.detail(id)).toMatchObject({ nextAt: '2090-01-02 00:00:00' })
    await jobs.update(id, { lifecycle: '2089-01-01 00:00:00,2095-01-01 00:00:00', enable: 0 })
    expect(await jobs.detail(id)).toMatchObject({ nextAt: null })
  })

  test('that is over keeps nobody from changing a paused job, but from enabling it', async () => {
    const id = await jobs.create({ enable: 0 })
    const over = { lifecycle: '2020-01-01 00:00:00,2021-01-01 00:00:00' }
    await jobs.platform.db.updateTable('jobInfo').set(over).where('id', '=', id).execute()
    expect((await jobs.update(id, { jobName: '改名', ...over })).success).toBe(true)
    const fault = { status: 400, faults: [{ at: 'lifecycle', msg: '生命周期的结束时间已过，请修改' }] }
    expect(await jobs.update(id, { enable: 1 })).toMatchObject(fault)
    expect(await jobs.admin.ask(calls.change, { id, enable: 1 })).toMatchObject(fault)
  })
})

describe('enabling and pausing', () => {
  test('take effect at once, as parameters of the query too, and are in the audit', async () => {
    const id = await jobs.create()
    const send = (enable: number) => jobs.admin.raw('POST', `${calls.change.path}?id=${id}&enable=${enable}`)
    expect(await (await send(0)).json()).toMatchObject({ success: true, msg: '操作成功' })
    expect(await jobs.detail(id)).toMatchObject({ enable: 0, nextAt: null })
    await send(1)
    expect(await jobs.detail(id)).toMatchObject({ enable: 1, nextAt: '2090-01-01 00:00:00' })
    const entries = await jobs.platform.db
      .selectFrom('audit')
      .select('verb')
      .where('rowId', '=', id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ verb }) => verb)).toEqual(['insert', 'change', 'change'])
  })

  test('change nothing if the job is in that state already', async () => {
    const id = await jobs.create()
    const { rowVersion } = await jobs.detail(id)
    await jobs.admin.get(calls.change, { id, enable: 1 })
    expect((await jobs.detail(id)).rowVersion).toBe(rowVersion)
  })

  test('need a state, an existing job and their own permission', async () => {
    const id = await jobs.create()
    expect(await jobs.admin.ask(calls.change, { id, enable: null })).toMatchObject({
      status: 400,
      msg: '请选择是否开启',
    })
    expect((await jobs.admin.ask(calls.change, { id: '77', enable: 0 })).status).toBe(404)
    const viewer = await createClerk(jobs.platform, 'job-viewer', { codes: ['jobinfo', 'jobinfo_view'] })
    expect((await viewer.ask(calls.change, { id, enable: 0 })).status).toBe(403)
    const operator = await createClerk(jobs.platform, 'job-operator', { codes: ['jobinfo_change'] })
    expect((await operator.ask(calls.change, { id, enable: 0 })).status).toBe(200)
  })
})

test('a restored job is planned from now on', async () => {
  const id = await jobs.create()
  await jobs.admin.get(calls.remove, { ids: id })
  await jobs.platform.db.updateTable('jobInfo').set({ nextAt: '2026-01-05 08:00:00' }).where('id', '=', id).execute()
  await jobs.admin.get(calls.restore, { ids: id })
  expect(await jobs.detail(id)).toMatchObject({ nextAt: '2090-01-01 00:00:00' })
})

test('of two changes at the same time, both are stored, and the next run is that of the last one', async () => {
  const id = await jobs.create()
  const [paused, renamed] = await Promise.all([
    jobs.admin.ask(calls.change, { id, enable: 0 }),
    jobs.update(id, { timeExpression: '0 0 0 3 1 ? 2090' }),
  ])
  expect([paused.success, renamed.success]).toEqual([true, true])
  expect(await jobs.detail(id)).toMatchObject({ enable: 0, timeExpression: '0 0 0 3 1 ? 2090', nextAt: null })
})

describe('the preview of the next runs', () => {
  const preview = (input: object, language = 'zh-CN') =>
    jobs.admin.ask(calls.nextRuns, input as never, { 'blade-language': language })

  test('has twenty times and the schedule in words, in the language of the reader', async () => {
    const { data } = await preview({ timeExpressionType: 2, timeExpression: '0 30 8 * * ?' })
    expect(data.runs).toHaveLength(20)
    const days = data.runs.map(({ at }) => Date.parse(`${at.slice(0, 10)}T00:00:00Z`) / 86_400_000)
    expect(days.map((day) => day - (days[0] as number))).toEqual(Array.from({ length: 20 }, (_, i) => i))
    expect(data.runs.every(({ at }) => at.endsWith(' 08:30:00'))).toBe(true)
    expect((data.runs[0]?.at ?? '') > wireTime()).toBe(true)
    expect(data.words).toContain('8:30')
    const english = await preview({ timeExpressionType: 2, timeExpression: '0 30 8 * * ?' }, 'en-GB')
    expect(english.data.words).toMatch(/^[\x20-\x7e]+$/)
  })

  test('marks holidays, and ends with the lifecycle', async () => {
    const head = await jobs.platform.db
      .selectFrom('dict')
      .select('id')
      .where('code', '=', 'holiday')
      .where('parentId', '=', '0')
      .executeTakeFirstOrThrow()
    const entry = {
      code: 'holiday',
      parentId: head.id,
      dictKey: '209701',
      dictValue: '国庆节',
      sort: 1,
      isSealed: 0 as const,
    }
    await jobs.platform.db
      .insertInto('dict')
      .values({ ...entry, remark: '2097-10-01,2097-10-02' })
      .execute()
    const lifecycle = '2097-09-30 08:30:00,2097-10-03 08:30:00'
    const { data } = await preview({ timeExpressionType: 2, timeExpression: '0 30 8 * * ?', lifecycle })
    expect(data.runs).toEqual([
      { at: '2097-09-30 08:30:00', isHoliday: false, zoned: null },
      { at: '2097-10-01 08:30:00', isHoliday: true, zoned: null },
      { at: '2097-10-02 08:30:00', isHoliday: true, zoned: null },
      { at: '2097-10-03 08:30:00', isHoliday: false, zoned: null },
    ])
  })

  test('knows other time zones, and shows the times of this one', async () => {
    const timeExpression = '0 0 8 1 1 ? 2090'
    const { data } = await preview({ timeExpressionType: 2, timeExpression, timeZone: 'Europe/Berlin' })
    const zoned = { at: '2090-01-01 08:00:00', offset: null }
    expect(data.runs).toEqual([{ at: '2090-01-01 15:00:00', isHoliday: false, zoned }])
    const night = { timeExpressionType: 2, timeExpression: '0 30 2 14 3 ? 2027', timeZone: 'America/New_York' }
    expect((await preview(night)).data.runs).toMatchObject([
      { at: '2027-03-14 15:00:00', zoned: { at: '2027-03-14 03:00:00', offset: '-04:00' } },
    ])
    const wrong = await preview({ timeExpressionType: 2, timeExpression, timeZone: 'Atlantis' })
    expect(wrong).toMatchObject({ status: 400, faults: [{ at: 'timeZone' }] })
  })

  test.each([
    [1, null],
    [3, '30000'],
    [4, '30000'],
    [5, null],
  ])('has words but no times for the kind of timing %i', async (timeExpressionType, timeExpression) => {
    const { data } = await preview({ timeExpressionType, timeExpression })
    expect(data).toEqual({ words: expect.stringMatching(/./), runs: [] })
  })

  test('says what is wrong, at the field of the job', async () => {
    expect(await preview({ timeExpressionType: 2, timeExpression: '0 0 25 * * ?' })).toMatchObject({
      status: 400,
      faults: [{ at: 'timeExpression' }],
    })
    expect(
      await preview({ timeExpressionType: 2, timeExpression: yearly, lifecycle: ',2020-01-01 00:00:00' }),
    ).toMatchObject({ status: 400, faults: [{ at: 'lifecycle' }] })
  })
})
