import { beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import { user } from '#contract/system/user.ts'
import { commonOpinion, maxOpinions } from '#contract/work/common-opinion.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createEnterprise, createStaff, submitAction } from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

/** Who reads and changes the texts that officers insert into their opinions (docs/decisions/0149). */

const { submit, list, usable, remove, removed, restore, reorder, detail } = commonOpinion.calls

let platform: Platform
let admin: Caller
type Person = Awaited<ReturnType<typeof createStaff>>
/** Two people of an office, one of a department below it, an expert there, and one of another office. */
let officer: Person
let colleague: Person
let below: Person
let expert: Person
let stranger: Person

const department = async (deptName: string, parentId = '0') =>
  (await admin.get(dept.calls.submit, { deptName, fullName: deptName, deptCategory: 1, sort: 1, parentId })).id

const staffOf = async (alias: string, deptId: string): Promise<Person> => {
  const person = await createStaff(platform, alias, '320500')
  await admin.get(user.calls.update, { id: person.id, deptId })
  return person
}

const textsOf = async (person: Caller) => (await person.get(usable, {})).map(({ text }) => text)
const add = async (person: Caller, text: string, isOffice: 0 | 1 = 0, sort = 1) =>
  (await person.get(submit, { text, isOffice, sort })).id

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
  const office = await department('苏州市工信局')
  const branch = await department('苏州市工信局信息处', office)
  officer = await staffOf('city', office)
  colleague = await staffOf('city', office)
  below = await staffOf('city', branch)
  expert = await staffOf('expert', branch)
  stranger = await staffOf('city', await department('无锡市工信局'))
})

describe("a person's own text", () => {
  test('is read, changed and removed by this person only', async () => {
    const id = await add(officer, '材料齐全，同意上报')
    expect(await textsOf(officer)).toEqual(['材料齐全，同意上报'])
    for (const other of [colleague, below, stranger, expert]) {
      expect(await textsOf(other)).toEqual([])
      expect((await other.get(list, {})).total).toBe(0)
      expect((await other.ask(detail, { id })).status).toBe(404)
      expect((await other.ask(submit, { id, text: '改' })).status).toBe(404)
      expect((await other.ask(remove, { ids: id })).status).toBe(404)
    }
    await officer.get(submit, { id, text: '材料齐全，同意' })
    await officer.get(remove, { ids: id })
    expect(await textsOf(officer)).toEqual([])
    expect((await colleague.get(removed, {})).total).toBe(0)
    await officer.get(restore, { ids: id })
    expect(await textsOf(officer)).toEqual(['材料齐全，同意'])
  })

  test('exists once, and names only variables that exist', async () => {
    const again = await officer.ask(submit, { text: '材料齐全，同意', isOffice: 0, sort: 2 })
    expect([again.success, again.faults]).toEqual([false, [expect.objectContaining({ at: 'text' })]])
    const unknown = await officer.ask(submit, { text: '专家{专家姓名}', isOffice: 0, sort: 2 })
    expect(unknown.faults).toEqual([expect.objectContaining({ at: 'text', msg: '没有变量“{专家姓名}”，请改正或删去' })])
    await add(officer, '请补充{缺少材料}', 0, 2)
  })

  test('cannot be given to another person by the body', async () => {
    await officer.get(submit, { text: '归我', isOffice: 0, sort: 3, createUser: stranger.id, deptId: '1' } as never)
    expect(await textsOf(stranger)).toEqual([])
    expect(await textsOf(officer)).toEqual(['材料齐全，同意', '请补充{缺少材料}', '归我'])
  })
})

describe('a text of an office', () => {
  let id = ''

  test('is inserted by the people there and in the departments below', async () => {
    id = await add(officer, '请于五个工作日内补正', 1)
    for (const reader of [colleague, below, expert]) expect(await textsOf(reader)).toEqual(['请于五个工作日内补正'])
    expect((await textsOf(officer)).at(-1)).toBe('请于五个工作日内补正')
    expect(await textsOf(stranger)).toEqual([])
  })

  test('is kept by those of the office who may, and by nobody else', async () => {
    await colleague.get(submit, { id, text: '请于三个工作日内补正' })
    for (const other of [below, stranger, expert]) {
      expect((await other.get(list, {})).total).toBe(0)
      expect((await other.ask(submit, { id, text: '改' })).status).toBe(404)
      expect((await other.ask(remove, { ids: id })).status).toBe(404)
    }
    const refused = await expert.ask(submit, { text: '共用', isOffice: 1, sort: 1 })
    expect(refused.faults).toEqual([expect.objectContaining({ at: 'isOffice' })])
    expect(await textsOf(colleague)).toEqual(['请于三个工作日内补正'])
  })

  test('is only read by who sees it by a data scope and may not keep it', async () => {
    const codes = ['common_opinion', 'common_opinion_add', 'common_opinion_edit', 'common_opinion_delete']
    const scope = await createScope(admin, { resourceCode: 'common_opinion', scopeType: 1 })
    const reader = await createClerk(platform, 'reads.texts', { codes, scopes: [scope] })
    const second = await add(colleague, '请核对数据', 1, 2)
    expect((await reader.get(list, {})).total).toBeGreaterThan(1)
    const answers = [
      await reader.ask(submit, { id, text: '改' }),
      await reader.ask(remove, { ids: id }),
      await reader.ask(reorder, { id: second, targetId: id }),
    ]
    await colleague.get(remove, { ids: second })
    answers.push(await reader.ask(restore, { ids: second }))
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(await textsOf(colleague)).toEqual(['请于三个工作日内补正'])
  })

  test('has an order of its own', async () => {
    const second = await add(colleague, '请核对数据', 1, 2)
    const own = await add(colleague, '同意', 0, 1)
    expect((await colleague.ask(reorder, { id: second, targetId: own })).status).toBe(400)
    await colleague.get(reorder, { id: second, targetId: id })
    expect(await textsOf(colleague)).toEqual(['同意', '请核对数据', '请于三个工作日内补正'])
    await colleague.get(remove, { ids: `${second},${own}` })
  })

  test('is not shared without a department', async () => {
    const alone = await createStaff(platform, 'city', '320500')
    await admin.get(user.calls.update, { id: alone.id, deptId: null })
    const refused = await alone.ask(submit, { text: '共用', isOffice: 1, sort: 1 })
    expect(refused.faults).toEqual([expect.objectContaining({ at: 'isOffice', msg: expect.stringContaining('部门') })])
  })
})

describe('limits', () => {
  test('enterprises have no common opinions, and another tenant has its own', async () => {
    const company = await createEnterprise(platform)
    expect((await company.ask(usable, {})).status).toBe(403)
    const tenant = await createTenant(platform)
    expect((await tenant.admin.get(usable, {})).length).toBe(0)
    expect((await tenant.admin.get(list, {})).total).toBe(0)
  })

  test('one person has at most so many', async () => {
    const rows = Array.from({ length: maxOpinions.own }, (_, i) => ({
      text: `第${i}条`,
      isOffice: 0 as const,
      sort: i,
      createUser: stranger.id,
    }))
    await platform.db.insertInto('commonOpinion').values(rows).execute()
    const refused = await stranger.ask(submit, { text: '多一条', isOffice: 0, sort: 1 })
    expect([refused.status, refused.msg]).toEqual([409, `常用意见最多 ${maxOpinions.own} 条`])
    const [first] = (await stranger.get(list, {})).records
    await stranger.get(remove, { ids: first?.id ?? '' })
    const id = await add(stranger, '多一条')
    expect((await stranger.ask(restore, { ids: first?.id ?? '' })).status).toBe(409)
    expect((await stranger.get(detail, { id })).text).toBe('多一条')
  })
})

describe('an opinion with the mark of an empty variable', () => {
  let review: Review
  const wrong = { msg: '请补充或删去“【缺少材料】”' }

  beforeAll(async () => {
    review = await openReview(platform)
    await review.beginDeclaration()
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
  })

  test('is not sent with a declaration, whichever of its texts has the mark', async () => {
    const city = review.person('city')
    const at = 'material'
    const send = (more: object) =>
      submitAction(city, review.id(), 'return', { remarks: [{ at, text: '请补充' }], ...more })
    for (const [place, more] of [
      ['comment', { comment: '请补充【缺少材料】' }],
      ['internal', { internal: '【缺少材料】待核' }],
      ['remarks.0.text', { remarks: [{ at, text: '请补充【缺少材料】' }] }],
    ] as const)
      expect((await send(more)).faults).toEqual([expect.objectContaining({ at: place, ...wrong })])
    expect((await review.status()).status).toBe(20)
    expect((await send({ comment: '请补充【关于安全的】检测报告' })).success).toBe(true)
  })

  test('is not sent with a task either', async () => {
    const answer = await officer.ask(workTodo.calls.completeTask, { taskId: '1', flag: 'ok', comment: '【缺少材料】' })
    expect(answer.faults).toEqual([expect.objectContaining({ at: 'comment', ...wrong })])
  })
})
