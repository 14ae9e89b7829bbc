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
/** A declaration of this number's own that went these ways and stands where the last led, unless told otherwise. */
const gone = async (steps: readonly Step[], stage = steps.at(-1)?.toStage ?? 0, more: object = {}) => {
  const id = String(++pid)
  for (const step of steps)
    await db
      .insertInto('declarationMove')
      .values({ pid: id, loop: 0, userId: null, office: null, comment: null, remarks: '[]', score: null, ...step })
      .execute()
  return declarationRow({ id, declareStatus: stage as StageCode, ...more })
}
const refusal = (sentence: string, code = 400) =>
  expect.objectContaining({ code, text: [sentence, expect.any(String)] })
const officer = (alias: string) => contextFor(app, person({ id: '8', rights: rightsOf({ aliases: [alias] }) }))
const step = (move: string, fromStage: number, toStage = fromStage, more: object = {}): Step => ({
  move,
  fromStage,
  toStage,
  ...more,
})

describe('the steps since a declaration came to where it is', () => {
  test('are those after its last arrival, whatever way it went', async () => {
    const way = fc.array(fc.constantFrom(0, 10, 20, 30, 70), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(way, async (stages) => {
        const steps = stages.map((to, i) => step(`m${i}`, stages[i - 1] ?? 0, to))
        const here = stages.at(-1) as number
        const model: string[] = []
        for (const { move, fromStage, toStage } of steps)
          if (fromStage !== toStage) model.length = 0
          else model.push(move)
        const found = await stepsAtStage(ctx, await gone(steps, here))
        expect(found.map(({ move }) => move)).toEqual(model)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the two offices of a province', () => {
  const miit = step('provinceApprove', 30, 30, { office: 'province_miit', userId: '5' })

  test('agree once each has approved since it came to them', async () => {
    const [fresh, once] = [await gone([step('cityApprove', 20, 30)]), await gone([step('cityApprove', 20, 30), miit])]
    const [ca, same] = [await officer('province_ca'), await officer('province_miit')]
    expect([await haveOfficesAgreed(ca, fresh), await haveOfficesAgreed(ca, once)]).toEqual([false, true])
    expect([await haveOfficesAgreed(same, fresh), await haveOfficesAgreed(same, once)]).toEqual([false, false])
  })

  test('are asked again after a return', async () => {
    const returned = [step('cityApprove', 20, 30), miit, step('provinceReturn', 30, 70), step('submit', 70, 30)]
    expect(await haveOfficesAgreed(await officer('province_ca'), await gone(returned))).toBe(false)
  })

  test('each approve once; who is neither approves nothing', async () => {
    const row = await gone([step('cityApprove', 20, 30), miit])
    await expect(officeCanApprove(await officer('province_ca'), row)).resolves.toBeUndefined()
    await expect(officeCanApprove(await officer('province_miit'), row)).rejects.toEqual(
      refusal('本部门已审核通过，等待另一部门', 409),
    )
    await expect(officeCanApprove(ctx, row)).rejects.toEqual(refusal('请由省工信部门和省通信管理局分别审核'))
  })
})

describe('the same move by a second person', () => {
  test('counts only if it is another one, since the declaration came here', async () => {
    const asked = (userId: string) => step('unlist', 60, 60, { userId })
    const second = async (...steps: Step[]) => isSecondPerson(ctx, await gone([step('publish', 50, 60), ...steps]))
    expect(await second()).toBe(false)
    expect(await second(asked('1'))).toBe(false)
    expect(await second(asked('2'))).toBe(true)
    expect(await second(step('object', 60, 60, { userId: '2' }))).toBe(false)
    expect(await second(asked('2'), step('cancelUnlist', 60, 60, { userId: '2' }))).toBe(false)
  })
})

describe('scores', () => {
  const score = (userId: string, conflict = false) =>
    step('score', 40, 40, { userId, score: conflict ? null : 80, conflict })
  const states = async (steps: Step[], experts: string[], stage = 40) =>
    (await assignedTo(ctx, await gone(steps, stage, { experts }))).map(({ id, state }) => `${id} ${state}`)
  const here = step('provinceApprove', 30, 40)

  test('count of those who are assigned now and have no interest in it', async () => {
    const given = [here, score('5'), score('6', true), score('7')]
    expect(await states(given, ['5', '6', '7', '8'])).toEqual(['5 scored', '6 recused', '7 scored', '8 waiting'])
    expect(await states(given, ['8', '9', '10'])).toEqual(['8 waiting', '9 waiting', '10 waiting'])
  })

  test('are asked for again after a return; an interest stays one', async () => {
    const again = [here, score('5'), score('6', true), step('decideReturn', 40, 70), step('submit', 70, 40)]
    expect(await states(again, ['5', '6'])).toEqual(['5 waiting', '6 recused'])
  })

  test.each([50, 60, 80])('stay what they were once it is decided and stands at %i', async (stage) => {
    const decided = [here, score('5'), score('6'), step('decideApprove', 40, 50), step('publish', 50, stage)]
    expect(await states(decided, ['5', '6', '7'], stage)).toEqual(['5 scored', '6 scored', '7 waiting'])
  })
})

describe('a public notice', () => {
  const here = step('decideApprove', 40, 50)

  test.each([
    [[], false],
    [['object'], true],
    [['object', 'dismiss'], false],
    [['object', 'object', 'dismiss'], true],
    [['object', 'dismiss', 'object', 'dismiss'], false],
  ])('with %j has an open objection: %s', async (moves, open) => {
    expect(await hasOpenObjection(ctx, await gone([here, ...moves.map((move) => step(move, 50))]))).toBe(open)
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

  test('lasts as many days as its round says, and not while an objection is open', async () => {
    const templateId = await templateOf(5)
    const since = async (days: number, ...moves: Step[]) =>
      gone([here, ...moves], 50, { templateId, stageSince: ago(days) })
    await expect(noticeOver(ctx, await since(5.01))).resolves.toBeUndefined()
    await expect(noticeOver(ctx, await since(4.99))).rejects.toThrow('The notice runs until')
    await expect(noticeOver(ctx, await since(6, step('object', 50)))).rejects.toEqual(
      refusal('有异议尚未处理，不能入库'),
    )
    await expect(noticeOver(ctx, await gone([here], 50, { stageSince: ago(0) }))).resolves.toBeUndefined()
  })
})
