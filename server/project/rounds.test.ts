import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { StageCode } from '#contract/project/stages.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App, Ctx } from '#server/engine/context.ts'
import { contextFor, declarationRow, person, rightsOf } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { wireTime } from '../base/process/clock.ts'
import { hasOpenObjection, haveOfficesAgreed, isSecondPerson, noticeOver, officeCanApprove } from './rounds.ts'
import { assignedTo } from './scoring.ts'
import { stepsAtStage } from './timeline.ts'

let app: App
let db: Db
let ctx: Ctx

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  ctx = await contextFor(app)
})

let pid = 1000

interface Step {
  move: string
  fromStage: number
  toStage: number
  office?: string | null
  userId?: string | null
  score?: number | null
  conflict?: boolean
}
/** A new declaration with these steps, at the stage of the last step unless `stage` is set. */
const declarationAfter = async (steps: readonly Step[], stage = steps.at(-1)?.toStage ?? 0, more: object = {}) => {
  const id = String(++pid)
  for (const step of steps)
    await db
      .insertInto('declarationMove')
      .values({ pid: id, loop: 0, userId: null, office: null, comment: null, remarks: '[]', score: null, ...step })
      .execute()
  return declarationRow({ id, declareStatus: stage as StageCode, ...more })
}
const refusal = (message: string, code = 400) => expect.objectContaining({ code, text: [message, expect.any(String)] })
const officer = (alias: string) => contextFor(app, person({ id: '8', rights: rightsOf({ aliases: [alias] }) }))
const step = (move: string, fromStage: number, toStage = fromStage, more: object = {}): Step => ({
  move,
  fromStage,
  toStage,
  ...more,
})

describe('the steps at the current stage', () => {
  test('are those after the last change of stage, for any path', async () => {
    const path = fc.array(fc.constantFrom(0, 10, 20, 30, 70), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(path, async (stages) => {
        const steps = stages.map((to, i) => step(`m${i}`, stages[i - 1] ?? 0, to))
        const lastStage = stages.at(-1) as number
        const model: string[] = []
        for (const { move, fromStage, toStage } of steps)
          if (fromStage !== toStage) model.length = 0
          else model.push(move)
        const actual = await stepsAtStage(ctx, await declarationAfter(steps, lastStage))
        expect(actual.map(({ move }) => move)).toEqual(model)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the two offices of a province', () => {
  const miit = step('provinceApprove', 30, 30, { office: 'province_miit', userId: '5' })

  test('agree when each has approved at the current stage', async () => {
    const [fresh, approvedOnce] = [
      await declarationAfter([step('cityApprove', 20, 30)]),
      await declarationAfter([step('cityApprove', 20, 30), miit]),
    ]
    const [ca, same] = [await officer('province_ca'), await officer('province_miit')]
    expect([await haveOfficesAgreed(ca, fresh), await haveOfficesAgreed(ca, approvedOnce)]).toEqual([false, true])
    expect([await haveOfficesAgreed(same, fresh), await haveOfficesAgreed(same, approvedOnce)]).toEqual([false, false])
  })

  test('must approve again after a return', async () => {
    const steps = [step('cityApprove', 20, 30), miit, step('provinceReturn', 30, 70), step('submit', 70, 30)]
    expect(await haveOfficesAgreed(await officer('province_ca'), await declarationAfter(steps))).toBe(false)
  })

  test('approve once each; other offices cannot approve', async () => {
    const row = await declarationAfter([step('cityApprove', 20, 30), miit])
    await expect(officeCanApprove(await officer('province_ca'), row)).resolves.toBeUndefined()
    await expect(officeCanApprove(await officer('province_miit'), row)).rejects.toEqual(
      refusal('本部门已审核通过，等待另一部门', 409),
    )
    await expect(officeCanApprove(ctx, row)).rejects.toEqual(refusal('请由省工信部门和省通信管理局分别审核'))
  })
})

describe('the same transition by a second user', () => {
  test('counts only if it is another user, at the current stage', async () => {
    const removalBy = (userId: string) => step('unlist', 60, 60, { userId })
    const second = async (...steps: Step[]) =>
      isSecondPerson(ctx, await declarationAfter([step('publish', 50, 60), ...steps]))
    expect(await second()).toBe(false)
    expect(await second(removalBy('1'))).toBe(false)
    expect(await second(removalBy('2'))).toBe(true)
    expect(await second(step('object', 60, 60, { userId: '2' }))).toBe(false)
    expect(await second(removalBy('2'), step('cancelUnlist', 60, 60, { userId: '2' }))).toBe(false)
  })
})

describe('scores', () => {
  const score = (userId: string, conflict = false) =>
    step('score', 40, 40, { userId, score: conflict ? null : 80, conflict })
  const states = async (steps: Step[], experts: string[], stage = 40) =>
    (await assignedTo(ctx, await declarationAfter(steps, stage, { experts }))).map(({ id, state }) => `${id} ${state}`)
  const arrival = step('provinceApprove', 30, 40)

  test('count if the expert is assigned and not recused', async () => {
    const steps = [arrival, score('5'), score('6', true), score('7')]
    expect(await states(steps, ['5', '6', '7', '8'])).toEqual(['5 scored', '6 recused', '7 scored', '8 waiting'])
    expect(await states(steps, ['8', '9', '10'])).toEqual(['8 waiting', '9 waiting', '10 waiting'])
  })

  test('are required again after a return; a recusal stays', async () => {
    const steps = [arrival, score('5'), score('6', true), step('decideReturn', 40, 70), step('submit', 70, 40)]
    expect(await states(steps, ['5', '6'])).toEqual(['5 waiting', '6 recused'])
  })

  test.each([50, 60, 80])('stay unchanged after the decision, at stage %i', async (stage) => {
    const steps = [arrival, score('5'), score('6'), step('decideApprove', 40, 50), step('publish', 50, stage)]
    expect(await states(steps, ['5', '6', '7'], stage)).toEqual(['5 scored', '6 scored', '7 waiting'])
  })
})

describe('a public notice', () => {
  const arrival = step('decideApprove', 40, 50)

  test.each([
    [[], false],
    [['object'], true],
    [['object', 'dismiss'], false],
    [['object', 'object', 'dismiss'], true],
    [['object', 'dismiss', 'object', 'dismiss'], false],
  ])('with %j has an open objection: %s', async (moves, expected) => {
    expect(await hasOpenObjection(ctx, await declarationAfter([arrival, ...moves.map((move) => step(move, 50))]))).toBe(
      expected,
    )
  })

  const templateOf = async (noticeDays: number) => {
    const row = {
      templateName: '批次',
      year: '2026',
      kind: 1 as const,
      enabled: 1,
      maxPerCompany: 1,
      allowRedeclare: 0,
      materials: '[]',
    }
    const times = { openAt: '2026-01-01 00:00:00', closeAt: '2026-02-01 00:00:00' }
    return (
      await db
        .insertInto('template')
        .values({ ...row, ...times, noticeDays })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  }
  const ago = (days: number) => wireTime(new Date(Date.now() - days * 86_400_000))

  test('lasts as many days as its round sets, and cannot end while an objection is open', async () => {
    const templateId = await templateOf(5)
    const since = async (days: number, ...moves: Step[]) =>
      declarationAfter([arrival, ...moves], 50, { templateId, stageSince: ago(days) })
    await expect(noticeOver(ctx, await since(5.01))).resolves.toBeUndefined()
    await expect(noticeOver(ctx, await since(4.99))).rejects.toThrow('The public notice runs until')
    await expect(noticeOver(ctx, await since(6, step('object', 50)))).rejects.toEqual(
      refusal('有异议尚未处理，不能入库'),
    )
    await expect(
      noticeOver(ctx, await declarationAfter([arrival], 50, { stageSince: ago(0) })),
    ).resolves.toBeUndefined()
  })
})
