import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { sql } from '#server/base/database/sql.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createEnterprise, createStaff } from '../support/scenario.ts'

/** A declarant reminds whoever has their declaration, without learning who that is (docs/decisions/0134). */

let platform: Platform
let review: Review
let colleague: Awaited<ReturnType<typeof createStaff>>

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  colleague = await createStaff(platform, 'city', '320500')
  // steps are never changed, except here, where time has to pass
  await sql`alter table declaration_move disable trigger user`.execute(platform.db)
})

const { remindOffice, getStatus } = declaration.calls
const remind = (who: Caller = review.company) => who.ask(remindOffice, { id: review.id() })
const statusFor = (who: Caller) => who.get(getStatus, { id: review.id() })
const setRow = (values: object) =>
  platform.db.updateTable('declaration').set(values).where('id', '=', review.id()).execute()
/** The office got it on 5 January 2026, and its deadline is over. */
const letTimePass = async () => {
  await platform.db
    .updateTable('declarationMove')
    .set({ createTime: '2026-01-05 10:00:00' })
    .where('pid', '=', review.id())
    .execute()
  await setRow({ stageSince: '2026-01-05 10:00:00', stageUntil: '2026-01-16 18:00:00' })
}
const remindersOf = async ({ id }: { id: string }) =>
  (
    await platform.db
      .selectFrom('message')
      .select(['title', 'link'])
      .where('toUser', '=', id)
      .where('kind', '=', 'reminder')
      .where('title', 'like', `%${review.projectName()}%`)
      .execute()
  ).map(({ title }) => title)

const submitted = async (...actions: readonly (readonly [string, string])[]) => {
  await review.beginDeclaration()
  for (const [who, action] of [['company', 'submit'] as const, ...actions]) await review.performAction(who, action)
}

describe('the declarant', () => {
  test('cannot remind the office before half of its time is over, and reads from when on', async () => {
    await submitted()
    await setRow({ stageUntil: '2099-12-31 23:59:59' })
    const { canRemind, reminderObstacle } = await review.status()
    expect([canRemind, reminderObstacle]).toEqual([
      true,
      expect.stringMatching(/^办理时限过半后可催办（20\d\d-.* 起）$/),
    ])
    expect(await remind()).toMatchObject({ status: 409, msg: reminderObstacle })
    expect(await remindersOf(review.person('city'))).toEqual([])
  })

  test('reminds everybody who may handle it while nobody has it, once on a working day', async () => {
    await letTimePass()
    expect((await review.status()).reminderObstacle).toBeNull()
    expect((await remind()).success).toBe(true)
    const title = `申报单位催办“${review.projectName()}”（已提交），请尽快办理`
    for (const officer of [review.person('city'), colleague]) expect(await remindersOf(officer)).toEqual([title])
    expect(await remindersOf(review.person('miit'))).toEqual([])
    expect(await remind()).toMatchObject({ status: 409, msg: expect.stringMatching(/^每个工作日可催办一次/) })
  })

  test('is in the history that both read, without a name, and in the audit', async () => {
    for (const reader of [review.company, review.person('city')]) {
      const { reminders, timeline } = await statusFor(reader)
      expect(reminders).toEqual([{ time: expect.any(String), after: timeline.at(-1)?.id }])
    }
    expect((await statusFor(review.operator)).reminders).toEqual([])
    const entries = await platform.db.selectFrom('audit').select('verb').where('rowId', '=', review.id()).execute()
    expect(entries.map(({ verb }) => verb)).toContain('remindOffice')
  })

  test('reminds only the one who has claimed it', async () => {
    await submitted(['city', 'claim'])
    await letTimePass()
    expect((await remind()).success).toBe(true)
    expect([await remindersOf(review.person('city')), await remindersOf(colleague)]).toEqual([
      [expect.stringContaining('地市初审中')],
      [],
    ])
  })

  test('gets no new waiting time when the office accepts it', async () => {
    await submitted()
    await letTimePass()
    await setRow({ stageUntil: wireTime(new Date(Date.now() + 20 * 86_400_000)) })
    await review.performAction('city', 'claim')
    expect((await review.status()).reminderObstacle).toBeNull()
  })

  test('reminds in the expert review who decides, and no expert', async () => {
    await submitted(['city', 'claim'], ['city', 'approve'], ['miit', 'approve'], ['ca', 'approve'])
    await letTimePass()
    expect((await review.status()).status).toBe(40)
    expect((await remind()).success).toBe(true)
    expect(await remindersOf(review.person('office'))).toHaveLength(1)
    for (const expert of ['expert1', 'expert2', 'expert3']) expect(await remindersOf(review.person(expert))).toEqual([])
  })
})

describe('nobody else', () => {
  test('reminds the office: another enterprise, the operator, an officer', async () => {
    const other = await createEnterprise(platform)
    for (const [who, status] of [
      [other, 404],
      [review.operator, 403],
      [review.person('city'), 403],
    ] as const)
      expect((await remind(who)).status).toBe(status)
    expect((await statusFor(review.person('city'))).canRemind).toBe(false)
  })

  test('is reminded while the declarant itself has to act', async () => {
    await review.beginDeclaration()
    expect((await review.status()).canRemind).toBe(false)
    expect(await remind()).toMatchObject({ status: 409, msg: '该申报目前无需催办' })
  })
})
