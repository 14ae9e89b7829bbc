import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { languageHeader } from '#contract/language-header.ts'
import { batchScores, type Member } from '#contract/project/batch-scores.ts'
import { declaration } from '#contract/project/declaration.ts'
import { recommendationOrder } from '#contract/project/recommendation-order.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { makeRandom } from '#server/seed/demo/random.ts'
import { insertMembers, openBatch } from '../support/batches.ts'
import { fewestQueries } from '../support/fewest-queries.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { createStaff } from '../support/scenario.ts'
import { readLines } from '../support/workbooks.ts'

/** The table of the scores of a batch: who decides reads all of it, nobody else any of it (docs/decisions/0157). */

let platform: Platform
let review: Review
let batchId: string
let templateId: string
let experts: readonly string[]

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  experts = ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id)
})

const office = () => review.person('office')

beforeEach(async () => {
  ;({ templateId, batchId } = await openBatch(platform, office(), '汇总窗口'))
})

const insert = (
  ...members: readonly { name: string; scores: readonly (number | null)[]; by?: readonly string[]; more?: object }[]
) =>
  insertMembers(
    platform.db,
    members.map(({ name, scores, by = experts, more = {} }) => ({
      ...{ batchId, templateId, projectName: name, more },
      scores: scores.map((score, i) => [String(by[i]), score] as const),
    })),
  )
const readBy = async (caller: Caller = office()) => (await caller.get(batchScores.read, { batchId })).members
const byName = async () => {
  const members = await readBy()
  return (name: string) => members.find(({ projectName }) => projectName === name) as Member
}

/** What the table and the page of a declaration both say of an expert. */
const same = (one: { id: string; realName: string; state: string; score: number | null; corrections: number }) => ({
  ...{ id: one.id, realName: one.realName, state: one.state, score: one.score, corrections: one.corrections },
})

/** Brings a new declaration to the review of its experts, and assigns them. */
const enterReview = async (): Promise<string> => {
  const id = await review.beginDeclaration()
  await review.performAction('company', 'submit')
  for (const [who, action] of [
    ['city', 'claim'],
    ['city', 'approve'],
    ['miit', 'approve'],
    ['ca', 'approve'],
  ] as const)
    await review.performAction(who, action)
  await review.performAction('office', 'assign', { experts: experts.join() })
  return id
}
const score = (expert: number, points: number) =>
  review.performAction(`expert${expert}`, 'score', { conflict: 0, score: points })

describe('the table of the scores', () => {
  test('has each expert with the score, the mean, the spread and what is far from the others', async () => {
    await insert({ name: '甲', scores: [90, 85, 60] }, { name: '乙', scores: [80, 80, 81] })
    const of = await byName()
    expect(of('甲')).toMatchObject({
      mean: 78.33,
      spread: 30,
      isComplete: true,
      rank: 2,
      panelRank: { rank: 2, of: 2 },
    })
    expect(of('甲').scores.map(({ id, score, isOutlier }) => [id, score, isOutlier])).toEqual([
      [experts[0], 90, false],
      [experts[1], 85, false],
      [experts[2], 60, true],
    ])
    expect(of('乙')).toMatchObject({
      mean: 80.33,
      rank: 1,
      cityName: '苏州市',
      provinceName: '江苏省',
      stageName: '专家评审中',
      categorizeName: '制造业',
    })
  })

  test('ranks equal means alike, also within the panel of the same experts, and nothing that is not complete', async () => {
    const others = [experts[0], experts[1], office().id].map(String)
    await insert(
      { name: '甲', scores: [80, 80, 80] },
      { name: '乙', scores: [79, 80, 81] },
      { name: '丙', scores: [70, 70, 70] },
      { name: '丁', scores: [95, 95, 95], by: others },
      { name: '戊', scores: [99, 99, null] },
      { name: '己', scores: [99, 99] },
    )
    const of = await byName()
    expect(['甲', '乙', '丙', '丁', '戊', '己'].map((name) => [name, of(name).rank, of(name).panelRank])).toEqual([
      ['甲', 2, { rank: 1, of: 3 }],
      ['乙', 2, { rank: 1, of: 3 }],
      ['丙', 4, { rank: 3, of: 3 }],
      ['丁', 1, { rank: 1, of: 1 }],
      ['戊', null, null],
      ['己', null, null],
    ])
    expect([of('戊').mean, of('戊').isComplete]).toEqual([99, false])
  })

  test('says of each declaration what its own page says, with corrections and recusals', async () => {
    const first = await enterReview()
    await score(1, 70)
    await score(2, 75)
    await review.performAction('expert3', 'score', { conflict: 1 })
    const correction = { id: first, score: 72, reason: '漏看附件' }
    await review.person('expert1').get(declaration.calls.correctScore, correction)
    const second = await enterReview()
    await score(1, 88)
    for (const id of [first, second]) {
      const { assigned } = await office().get(declaration.calls.getStatus, { id })
      const own = (await readBy()).find((member) => member.id === id)
      expect(own?.scores.map(same)).toEqual(assigned?.map(same))
    }
    const own = (await readBy()).find((member) => member.id === first)
    expect(own?.scores.map((one) => [one.state, one.score, one.corrections])).toEqual([
      ['scored', 72, 1],
      ['scored', 75, 0],
      ['recused', null, 0],
    ])
  })

  test('agrees with the page of each declaration whatever its steps were', { timeout: 60_000 }, async () => {
    const random = makeRandom(7)
    const ids = await insert(
      ...Array.from({ length: 12 }, (_, i) => ({ name: `第${i}件`, scores: [null, null, null] })),
    )
    for (const pid of ids)
      for (let step = random.int(1, 7); step > 0; step -= 1) {
        const isReturn = random.chance(0.25)
        const move = {
          ...{ pid, loop: 0, remarks: '[]', toStage: 40 },
          ...(isReturn ? { move: 'submit', fromStage: 70 } : { move: 'score', fromStage: 40 }),
          ...(isReturn ? {} : { userId: random.pick(experts), conflict: random.chance(0.2) }),
        }
        const points = isReturn || ('conflict' in move && move.conflict) ? null : random.int(0, 100)
        const saved = await platform.db
          .insertInto('declarationMove')
          .values({ ...move, score: points })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (points !== null && random.chance(0.4))
          await platform.db
            .insertInto('scoreCorrection')
            .values({ moveId: saved.id, score: random.int(0, 100), reason: '更正', items: '[]' })
            .execute()
      }
    const members = await readBy()
    for (const id of ids) {
      const { assigned } = await office().get(declaration.calls.getStatus, { id })
      expect(members.find((member) => member.id === id)?.scores.map(same)).toEqual(assigned?.map(same))
    }
  })

  test('shows no scores of before a return, and the new ones afterwards', async () => {
    const id = await enterReview()
    for (const expert of [1, 2, 3]) await score(expert, 60)
    await review.performAction('office', 'return', remarks('information.projectName'))
    const own = async () => (await readBy()).find((member) => member.id === id)
    expect(await own()).toMatchObject({ scores: [], mean: null, rank: null, stageName: '退回修改' })
    await review.performAction('company', 'submit')
    expect((await own())?.scores.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
    await score(1, 90)
    expect(await own()).toMatchObject({ mean: 90, isComplete: false })
  })

  test('has the places in the orders of province and city', async () => {
    const [first, second] = await insert({ name: '甲', scores: [] }, { name: '乙', scores: [] })
    const save = (who: string, ids: readonly unknown[]) =>
      review.person(who).get(recommendationOrder.save, { batchId, ids: ids.join(), version: 0 })
    await save('city', [second, first])
    await save('miit', [first])
    const of = await byName()
    expect([of('甲'), of('乙')].map(({ provincePlace, cityPlace }) => [provincePlace, cityPlace])).toEqual([
      [1, 2],
      [null, 1],
    ])
  })

  test('has members only, in the language of the reader', async () => {
    await insert(
      { name: '甲', scores: [] },
      { name: '候选', scores: [], more: { batchSince: null, declareStatus: 30 } },
    )
    const { data } = await office().ask(batchScores.read, { batchId }, { [languageHeader]: 'en' })
    expect(data.members.map(({ projectName, stageName }) => [projectName, stageName])).toEqual([
      ['甲', 'Expert review'],
    ])
  })
})

describe('who may not read scores before the decision', () => {
  test('gets neither the table nor the sheet', async () => {
    await insert({ name: '甲', scores: [90, 85, 60] })
    const sheetPath = `${batchScores.sheet.path}?batchId=${batchId}`
    const callers: readonly Caller[] = [
      ...['city', 'miit', 'ca', 'expert1', 'expert2'].map((name) => review.person(name)),
      ...[review.company, review.operator, platform.visitor],
    ]
    for (const caller of callers) {
      const answer = await caller.ask(batchScores.read, { batchId })
      const sheet = await caller.raw('GET', sheetPath)
      expect([[401, 403].includes(answer.status), answer.data ?? null, [401, 403].includes(sheet.status)]).toEqual([
        true,
        null,
        true,
      ])
      expect(await sheet.text()).not.toContain('甲')
    }
    expect((await readBy()).length).toBe(1)
  })
})

describe('a decider with data scopes of their own', () => {
  const id = async () => {
    const admin = await platform.admin()
    const { records } = await admin.get(dataScope.calls.list, { scopeName: '全部申报' })
    return String(records[0]?.id)
  }
  const set = async (columns: object) =>
    platform.db
      .updateTable('dataScope')
      .set(columns)
      .where('id', '=', await id())
      .execute()

  test('reads the rows and the columns that these contain, ranked among themselves', async () => {
    await insert(
      { name: '甲', scores: [90, 90, 90] },
      { name: '乙', scores: [80, 80, 80], more: { commpanyName: '南京测试有限公司', city: '320100' } },
    )
    await set({ scopeType: 5, scopeValue: 'city_equal=320100', scopeColumn: '', scopeField: 'projectName,city' })
    try {
      const decider = await createStaff(platform, 'platform')
      const members = await readBy(decider)
      expect(members).toMatchObject([{ projectName: '乙', rank: 1, panelRank: { rank: 1, of: 1 }, cityName: '南京市' }])
      expect(members[0]).toMatchObject({ commpanyName: null, declareNo: null, stageName: null, provinceName: null })
      const sheet = await decider.raw('GET', `${batchScores.sheet.path}?batchId=${batchId}`)
      const cells = JSON.stringify(await readLines(Buffer.from(await sheet.arrayBuffer())))
      expect([cells.includes('乙'), cells.includes('甲'), cells.includes('南京测试')]).toEqual([true, false, false])
    } finally {
      await set({ scopeType: 1, scopeValue: null, scopeField: '*' })
    }
  })
})

describe('the sheet', () => {
  const sheet = async (query = '') => {
    const response = await office().raw('GET', `${batchScores.sheet.path}?batchId=${batchId}${query}`)
    const lines = await readLines(Buffer.from(await response.arrayBuffer()))
    const texts = lines.map(({ cells }) =>
      cells.map((cell) => (typeof cell === 'object' && 'number' in cell ? cell.number : cell)),
    )
    const [heads = [], ...rows] = texts
    return rows.map((row) => Object.fromEntries(heads.map((head, i) => [String(head), row[i]])))
  }

  test('has the members by rank, with scores as numbers, and is in the audit', async () => {
    await insert({ name: '甲', scores: [90, 85, 60] }, { name: '=乙', scores: [90.5, 90, 91] })
    const [first, second] = await sheet()
    expect(first).toMatchObject({ 名次: 1, 项目名称: '=乙', 平均分: 90.5, 评分1: 90.5, 已评分: '3/3' })
    expect(second).toMatchObject({ 名次: 2, 项目名称: '甲', 组内名次: '2/2', 偏离评分: 'expert', 评分3: 60 })
    expect(Object.keys(first ?? {})).not.toContain('入选线')
    const entries = await platform.db.selectFrom('audit').selectAll().where('rowId', '=', batchId).execute()
    expect(entries.filter(({ verb }) => verb === 'export').map(({ after }) => after)).toEqual([{ rows: 2 }])
  })

  test('says with a line what is above it, and parts no equal means', async () => {
    await insert(
      { name: '甲', scores: [90, 90, 90] },
      { name: '乙', scores: [80, 80, 80] },
      { name: '丙', scores: [79, 80, 81] },
      { name: '丁', scores: [70, 70, 70] },
      { name: '戊', scores: [99, null, null] },
    )
    const sides = async (query: string) => (await sheet(query)).map((row) => `${row.项目名称}${row.入选线}`).join(' ')
    expect(await sides('&by=count&at=2')).toBe('甲线上 乙线上 丙线上 丁线下 戊未评齐')
    expect(await sides('&by=value&at=70&minimum=85')).toBe('甲线上 乙线下 丙线下 丁线下 戊未评齐')
  })
})

test('two thousand members are answered by as many queries as two', { timeout: 60_000 }, async () => {
  const random = makeRandom(20_261_130)
  const member = (i: number) => ({ name: `项目${i}`, scores: [0, 0, 0].map(() => random.int(120, 200) / 2) })
  await insert(member(1), member(2))
  await readBy()
  const few = await fewestQueries(() => readBy())
  for (let from = 0; from < 2000; from += 500)
    await insert(...Array.from({ length: 500 }, (_, i) => member(from + i + 3)))
  await platform.db
    .updateTable('declaration')
    .set({ batchSince: null })
    .where('projectName', 'in', ['项目1', '项目2'])
    .execute()
  expect(await fewestQueries(() => readBy())).toBe(few)
  expect(await readBy()).toHaveLength(2000)
})
