import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { template } from '#contract/project/template.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { bringTo, completeTask, reviewTasks } from '../support/review-tasks.ts'
import { setStage, submitAction } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/** Scores by the items of a rubric: who gives them, what they make, and who reads them (docs/decisions/0148). */

let platform: Platform
let review: Review
let id = ''

const rubric = [
  { itemName: '技术先进性', weight: 60, maxPoints: 20, reasonBelow: 12 },
  { itemName: '应用成效', weight: 40, maxPoints: 100, reasonAbove: 95 },
]
const itemNames = '技术先进性（满分20）、应用成效（满分100）'
const experts = ['expert1', 'expert2', 'expert3'] as const
const points = (first: number, second: number, reason?: string) => [
  { itemName: '技术先进性', points: first, reason },
  { itemName: '应用成效', points: second },
]

const setRubric = async (items: readonly object[]) =>
  (await platform.admin()).get(template.calls.update, { id: review.windowId, rubric: items } as never)
const assign = () =>
  review.performAction('office', 'assign', { experts: experts.map((name) => review.person(name).id).join(',') })
const score = (name: string, input: object) => submitAction(review.person(name), id, 'score', { conflict: 0, ...input })
const statusFor = (by: Caller) => by.get(declaration.calls.getStatus, { id })
const sheetsFor = async (by: Caller) =>
  (await statusFor(by)).timeline.filter(({ move }) => move === 'score').map((step) => [step.score, step.items])
const stored = (first: number, second: number, reason: string | null = null) => [
  { itemName: '技术先进性', weight: 60, maxPoints: 20, points: first, reason },
  { itemName: '应用成效', weight: 40, maxPoints: 100, points: second, reason: null },
]

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  await setRubric(rubric)
})

beforeEach(async () => {
  id = await review.beginDeclaration()
})

describe('a score by a rubric', () => {
  beforeEach(async () => {
    await setStage(platform, id, 40)
    await assign()
  })

  test('is the weighted sum of its items, computed by the server', async () => {
    expect(await score('expert1', { items: points(17, 88.5) })).toMatchObject({ status: 200 })
    expect(await sheetsFor(review.person('expert1'))).toEqual([[86.4, stored(17, 88.5)]])
    expect(await score('expert2', { items: points(17, 88.5).toReversed(), score: 86.4 })).toMatchObject({ status: 200 })
    expect(await score('expert3', { items: points(17, 88.5), score: 90 })).toMatchObject({
      status: 400,
      faults: [{ at: 'score', msg: '评分与各评分项不一致，按评分项计算为86.40' }],
    })
    const { assigned } = await statusFor(review.person('office'))
    expect(assigned?.map((one) => [one.state, one.score, one.items])).toEqual([
      ['scored', 86.4, stored(17, 88.5)],
      ['scored', 86.4, stored(17, 88.5)],
      ['waiting', null, []],
    ])
  })

  test('of a client that sends only the score is refused with the names of the items', async () => {
    const refused = {
      status: 400,
      faults: [{ at: 'items', msg: `请按评分标准逐项给出得分（items）：${itemNames}` }],
    }
    expect(await score('expert1', { score: 88 })).toMatchObject(refused)
    expect(await score('expert1', { score: 88, items: [] })).toMatchObject(refused)
  })

  test.each([
    [points(20.5, 50), 'items.0.points', '得分不能大于20'],
    [points(-1, 50), 'items.0.points', '得分不能小于0'],
    [points(15.001, 50), 'items.0.points', '得分最多保留2位小数'],
    [points(11.5, 50), 'items.0.reason', '低于12分，请说明理由'],
    [points(11.5, 50, '  '), 'items.0.reason', '低于12分，请说明理由'],
    [points(12, 96), 'items.1.reason', '高于95分，请说明理由'],
    [[...points(12, 50), { itemName: '别的', points: 1 }], 'items.2.itemName', new RegExp(`“别的”.*${itemNames}`)],
    [[...points(12, 50), { itemName: '应用成效', points: 1 }], 'items.2.itemName', '同一评分项只能评一次'],
    [[{ itemName: '技术先进性' }, { itemName: '应用成效', points: 1 }], 'items.0.points', '请输入得分'],
    [points(12, 50).slice(1), 'items', '请按评分标准逐项给出得分（items）：技术先进性（满分20）'],
    ['甲', 'items', '逐项得分的值不正确'],
  ])('with %j is refused at %s', async (items, at, msg) => {
    expect(await score('expert1', { items })).toMatchObject({
      status: 400,
      faults: [{ at, msg: typeof msg === 'string' ? msg : expect.stringMatching(msg) }],
    })
    expect(await sheetsFor(review.person('expert1'))).toEqual([])
  })

  test('is not needed for a recusal, which stores neither score nor items', async () => {
    expect(await score('expert1', { conflict: 1, items: points(17, 80) })).toMatchObject({ status: 200 })
    expect(await sheetsFor(review.person('expert1'))).toEqual([[null, []]])
  })

  test('shows its rubric to the experts who have to score, and to nobody else', async () => {
    const rubricFor = async (by: Caller) => (await statusFor(by)).rubric.map(({ itemName }) => itemName)
    expect(await rubricFor(review.person('expert1'))).toEqual(['技术先进性', '应用成效'])
    for (const by of [review.company, review.person('city'), review.person('office')])
      expect(await rubricFor(by)).toEqual([])
  })

  test('is in no log of calls', async () => {
    await score('expert1', { items: points(11, 77, '方案陈旧') })
    const logged = async () => {
      const lines = sql<{ params: string }>`select params from log_api where method_name = 'submitStatus'`
      return (await lines.execute(platform.db)).rows.map(({ params }) => params).filter((one) => one?.includes(id))
    }
    await until(async () => (await logged()).some((one) => one.includes('"action":"score"')))
    expect((await logged()).join()).not.toMatch(/方案陈旧|技术先进性|"conflict":0/)
  })
})

describe('the items of a score and their reasons', () => {
  /** Everything that somebody can ask of the declaration, as one text. */
  const answersFor = async (by: Caller): Promise<string> => {
    const { getStatus, detail, page, compare } = declaration.calls
    const answers = await Promise.all([
      by.raw('POST', getStatus.path, { body: { id } }),
      by.raw('GET', `${detail.path}?id=${id}`),
      by.raw('GET', `${page.path}?size=100&descs=items`),
      by.raw('GET', `${compare.path}?id=${id}`),
    ])
    return (await Promise.all(answers.map((one) => one.text()))).join('\n')
  }

  beforeEach(async () => {
    await bringTo(review, 40)
    await assign()
    for (const [n, name] of experts.entries())
      await score(name, { items: points(10 + n / 4, 70 + n, `理由${n}`), comment: `评语${n}` })
  })

  test('are read before the decision by who gave them and by who decides', async () => {
    for (const by of [review.company, review.person('city'), review.person('miit')])
      expect(await answersFor(by)).not.toMatch(/理由\d|技术先进性|应用成效|评语/)
    expect(await sheetsFor(review.person('expert2'))).toEqual([[59.15, stored(10.25, 71, '理由1')]])
    expect(await answersFor(review.person('expert2'))).not.toMatch(/理由[02]/)
    expect((await sheetsFor(review.person('office'))).map(([total]) => total)).toEqual([58, 59.15, 60.3])
  })

  test('are read after the decision by those who review, without names; not by the declarant', async () => {
    await review.performAction('office', 'decideApprove')
    for (const name of ['city', 'miit', 'expert1']) {
      const text = await answersFor(review.person(name))
      for (const n of experts.keys()) expect(text).toContain(`理由${n}`)
      for (const other of experts) if (other !== name) expect(text).not.toContain(`"${review.person(other).id}"`)
    }
    const text = await answersFor(review.company)
    expect(text).toContain('评语1')
    expect(text).not.toMatch(/理由\d|技术先进性|应用成效|"score":\d/)
  })
})

test('a task is completed with the items among its variables, and refused with their names without', async () => {
  await bringTo(review, 40)
  await assign()
  const tasks = reviewTasks(platform, review)
  const complete = async (variables: object) => {
    const { taskId } = await tasks.taskOf('expert1', 'score')
    return completeTask(review.person('expert1'), { taskId, variables: { action: 'score', conflict: 0, ...variables } })
  }
  expect(await complete({ score: 90 })).toMatchObject({
    status: 400,
    msg: `请按评分标准逐项给出得分（items）：${itemNames}`,
  })
  expect(await complete({ items: points(20, 95) })).toMatchObject({ success: true })
  expect(await sheetsFor(review.person('expert1'))).toEqual([[98, stored(20, 95)]])
})

describe('without a rubric', () => {
  let other: Review

  beforeAll(async () => {
    await (await platform.admin()).get(template.calls.close, { ids: review.windowId })
    other = await openReview(platform)
  })

  test('a score is one whole number, as it was, and items are refused', async () => {
    const [own, of] = [review, id]
    id = await other.beginDeclaration()
    review = other
    await setStage(platform, id, 40)
    await assign()
    expect(await score('expert1', { score: 87.5 })).toMatchObject({
      status: 400,
      faults: [{ at: 'score', msg: '评分应为整数' }],
    })
    expect(await score('expert1', { score: 87, items: points(12, 80) })).toMatchObject({
      status: 400,
      faults: [{ at: 'items', msg: '本申报没有评分标准，请只填写评分' }],
    })
    expect(await score('expert1', {})).toMatchObject({ status: 400, faults: [{ at: 'score' }] })
    expect(await score('expert1', { score: 101 })).toMatchObject({ status: 400, faults: [{ at: 'score' }] })
    expect(await score('expert1', { score: '87' })).toMatchObject({ status: 200 })
    expect(await sheetsFor(review.person('expert1'))).toEqual([[87, []]])
    ;[review, id] = [own, of]
  })
})
