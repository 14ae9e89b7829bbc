import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { declaration } from '#contract/project/declaration.ts'
import { liftNames, transitionNames } from '#contract/project/transitions.ts'
import { user } from '#contract/system/user.ts'
import type { UserCtx } from '#server/engine/context.ts'
import { rereadDeclaration } from '#server/project/record/declaration-row.ts'
import { notifyTransition } from '#server/project/review/notify-transition.ts'
import { contextFor, person } from '../support/context.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { deployProcess, reviewWithJointReview } from '../support/review-variants.ts'
import { createEnterprise, createStaff, setStage, submitAction, userIdOf } from '../support/scenario.ts'

/** Who gets a message about each transition, written independently of the product; everybody else gets none. */

let platform: Platform
let review: Review
let colleague: Caller
let expert4: Caller & { id: string }
let ctx: UserCtx
/** Names of all accounts by id. */
const names = new Map<string, string>()
let last = '0'

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  const admin = await platform.admin()
  ctx = await contextFor(platform.app, person({ id: null as never }))
  const { company, operator } = review
  colleague = await createEnterprise(platform, { unitName: company.unitName, code: company.organizationCode })
  const stranger = await createEnterprise(platform)
  const elsewhere = await createEnterprise(platform, { type: 2, unitName: '中国移动杭州分公司' })
  await admin.get(user.calls.update, { id: await userIdOf(admin, elsewhere.account), region: '330100' })
  for (const [name, { account }] of Object.entries({
    company,
    operator,
    stranger,
    elsewhere,
    admin: { account: 'admin' },
  }))
    names.set(await userIdOf(admin, account), name)
  names.set(await userIdOf(admin, (colleague as Caller & { account: string }).account), 'colleague')
  for (const name of ['city', 'miit', 'ca', 'office', 'office2', 'expert1', 'expert2', 'expert3'])
    names.set(review.person(name).id, name)
  expert4 = await createStaff(platform, 'expert')
  names.set(expert4.id, 'expert4')
  names.set((await createStaff(platform, 'city', '320100')).id, 'otherCity')
  names.set((await createStaff(platform, 'province_miit', '330000')).id, 'otherMiit')
})

const rowsSince = async () => {
  const rows = await platform.db.selectFrom('message').selectAll().where('id', '>', last).orderBy('id').execute()
  last = rows.at(-1)?.id ?? last
  return rows.filter(({ businessId }) => businessId === review.id())
}
/** New messages as `name kind`, sorted; earlier ones are settled, so that none is continued. */
const messagesAfter = async (act: () => Promise<unknown>) => {
  await platform.db.updateTable('message').set({ createTime: '2026-01-01 00:00:00' }).execute()
  await rowsSince()
  await act()
  return (await rowsSince()).map(({ toUser, kind }) => `${names.get(toUser) ?? toUser} ${kind}`).sort()
}
const openTasks = async () => {
  const rows = await platform.db
    .selectFrom('message')
    .select('toUser')
    .where('businessId', '=', review.id())
    .where('kind', '=', 'todo')
    .where('doneAt', 'is', null)
    .execute()
  return rows.map(({ toUser }) => names.get(toUser)).sort()
}

const owners = (kind: string) => [`colleague ${kind}`, `company ${kind}`]
/** What happens, who gets which message, and who has an open task afterwards. */
type Step = readonly [
  who: string,
  action: string,
  more: object,
  recipients: readonly string[],
  tasks: readonly string[],
]

const walk = (title: string, steps: () => readonly Step[], from: () => Promise<unknown> = async () => {}) =>
  test(title, async () => {
    await review.beginDeclaration()
    await from()
    for (const [who, action, more, recipients, tasks] of steps()) {
      const got = await messagesAfter(() => review.performAction(who, action, more))
      expect([who, action, got]).toEqual([who, action, [...recipients].sort()])
      expect([who, action, await openTasks()]).toEqual([who, action, [...tasks].sort()])
      walked.add(action)
    }
  })
const walked = new Set<string>()
const submitted = ['city']
const experts = () => ({ experts: ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join() })
const atStage = (stage: 30 | 40 | 50 | 60) => async () => {
  await review.performAction('company', 'submit')
  await setStage(platform, review.id(), stage)
  await platform.db.deleteFrom('message').execute()
}

describe('a transition notifies exactly the right people', () => {
  walk('from the invitation to the library', () => [
    ['company', 'invite', {}, ['operator todo'], ['operator']],
    ['operator', 'confirm', {}, owners('todo'), ['colleague', 'company']],
    ['company', 'submit', {}, ['colleague result', 'city todo'], submitted],
    ['city', 'claim', {}, owners('result'), []],
    ['city', 'cityApprove', {}, [...owners('result'), 'ca todo', 'miit todo'], ['ca', 'miit']],
    ['miit', 'provinceApprove', {}, owners('result'), ['ca']],
    ['ca', 'provinceApprove', {}, [...owners('result'), 'office todo', 'office2 todo'], ['office', 'office2']],
    [
      'office',
      'assign',
      experts(),
      ['expert1 todo', 'expert2 todo', 'expert3 todo'],
      ['expert1', 'expert2', 'expert3'],
    ],
    ['expert1', 'score', { conflict: 0, score: 80 }, [], ['expert2', 'expert3']],
    ['expert2', 'score', { conflict: 0, score: 80 }, [], ['expert3']],
    ['expert3', 'score', { conflict: 0, score: 80 }, ['office todo', 'office2 todo'], ['office', 'office2']],
    ['office', 'decideApprove', {}, [...owners('result'), 'office2 todo'], ['office2']],
    ['office2', 'publish', {}, owners('result'), []],
    ['office', 'unlist', { comment: '停产' }, ['office2 todo'], ['office2']],
    ['office2', 'cancelUnlist', {}, ['office result'], []],
    ['office', 'unlist', { comment: '停产' }, ['office2 todo'], ['office2']],
    ['office2', 'unlist', { comment: '同意' }, [...owners('result'), 'office result'], []],
  ])

  walk('when something is taken back', () => [
    ['company', 'invite', {}, ['operator todo'], ['operator']],
    ['company', 'recall', {}, ['operator result'], []],
    ['company', 'submit', {}, ['colleague result', 'city todo'], submitted],
    ['company', 'withdraw', {}, ['colleague result', 'city result'], []],
  ])

  walk('when it is returned and comes back to the officer who returned it', () => [
    ['company', 'submit', {}, ['colleague result', 'city todo'], submitted],
    ['city', 'claim', {}, owners('result'), []],
    ['city', 'cityReturn', remarks('information.projectName'), owners('todo'), ['colleague', 'company']],
    ['company', 'submit', {}, ['colleague result', 'city todo'], ['city']],
    ['city', 'cityReject', { comment: '不符合条件' }, owners('result'), []],
  ])

  walk(
    'when the province returns it',
    () => [['miit', 'provinceReturn', remarks('factory.factory.area'), owners('todo'), ['colleague', 'company']]],
    atStage(30),
  )
  walk(
    'when the province rejects it',
    () => [['ca', 'provinceReject', { comment: '不符合条件' }, owners('result'), []]],
    atStage(30),
  )
  walk(
    'when the decision returns it',
    () => [['office', 'decideReturn', remarks('factory.factory.area'), owners('todo'), ['colleague', 'company']]],
    atStage(40),
  )
  walk(
    'when the decision rejects it',
    () => [
      [
        'office',
        'assign',
        experts(),
        ['expert1 todo', 'expert2 todo', 'expert3 todo'],
        ['expert1', 'expert2', 'expert3'],
      ],
      ['expert1', 'score', { conflict: 0, score: 20 }, [], ['expert2', 'expert3']],
      ['expert2', 'score', { conflict: 0, score: 20 }, [], ['expert3']],
      ['expert3', 'score', { conflict: 0, score: 20 }, ['office todo', 'office2 todo'], ['office', 'office2']],
      ['office', 'decideReject', { comment: '得分不足' }, owners('result'), []],
    ],
    atStage(40),
  )
  walk(
    'when an objection is dismissed, and another one upheld',
    () => [
      [
        'miit',
        'object',
        { comment: '数据有误' },
        [...owners('result'), 'office todo', 'office2 todo'],
        ['office', 'office2'],
      ],
      ['office', 'dismiss', { comment: '已核实' }, [...owners('result'), 'miit result'], ['office', 'office2']],
      ['ca', 'object', { comment: '发生事故' }, owners('result'), ['office', 'office2']],
      ['office', 'uphold', { comment: '属实' }, [...owners('result'), 'ca result'], []],
    ],
    atStage(50),
  )

  walk(
    'when a review that the process adds approves, returns and rejects it',
    () => [
      ['company', 'submit', {}, ['colleague result', 'city todo'], submitted],
      ['city', 'claim', {}, owners('result'), []],
      ['city', 'cityApprove', {}, [...owners('result'), 'office todo', 'office2 todo'], ['office', 'office2']],
      ['office', 'reviewReturn', remarks('factory.factory.area'), owners('todo'), ['colleague', 'company']],
      ['company', 'submit', {}, ['colleague result', 'office todo'], ['office']],
      ['office2', 'reviewReject', { comment: '不符合条件' }, owners('result'), []],
    ],
    async () => {
      const task = 'flowable:candidateGroups="platform"'
      expect((await deployProcess(platform, reviewWithJointReview({ name: '联合审查', task }))).success).toBe(true)
    },
  )

  walk('when it is approved by a review that the process adds', () => [
    ['company', 'submit', {}, ['colleague result', 'city todo'], submitted],
    ['city', 'claim', {}, owners('result'), []],
    ['city', 'cityApprove', {}, [...owners('result'), 'office todo', 'office2 todo'], ['office', 'office2']],
    ['office', 'reviewApprove', {}, [...owners('result'), 'ca todo', 'miit todo'], ['ca', 'miit']],
  ])

  test.each(['expire', 'archive'] as const)('when the timer makes the transition %s', async (name) => {
    await review.beginDeclaration()
    const row = await rereadDeclaration(ctx, review.id())
    const act = () => notifyTransition(ctx, row, row, name, { id: row.id }, false)
    expect(await messagesAfter(act)).toEqual(owners('result'))
    walked.add(name)
  })

  test.each(liftNames)('when an office makes the transition %s', async (name) => {
    await review.beginDeclaration()
    const row = await rereadDeclaration(ctx, review.id())
    const act = () => notifyTransition(ctx, row, row, name, { id: row.id }, false)
    expect(await messagesAfter(act)).toEqual(owners('todo'))
    walked.add(name)
  })

  test('and every transition has been walked', () => {
    expect(transitionNames.filter((name) => !walked.has(name))).toEqual([])
  })
})

describe('a message about a transition', () => {
  const latestOf = async (caller: Caller) => (await caller.get(messages.list, { size: 1 })).records[0]

  test('of a return leads to the field with the first remark, and gives the comment', async () => {
    const id = await review.beginDeclaration()
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    await platform.db.updateTable('message').set({ readAt: '2026-01-01 00:00:00' }).execute()
    await review.performAction('city', 'cityReturn', {
      ...remarks('facilities.network.operator', 'information.city'),
      internal: '内部意见',
    })
    expect(await latestOf(review.company)).toMatchObject({
      kind: 'todo',
      title: `“${review.projectName()}”被地市初审退回，请修改后重新提交`,
      text: expect.stringMatching(/^见批注\n修改要求 2 条\n请在 \d{4}-\d\d-\d\d（含当日）前修改并重新提交$/),
      link: `/addDeclare/project?id=${id}&part=facilities&at=network.operator`,
    })
    const stored = platform.db.selectFrom('message').selectAll().where('businessId', '=', id)
    expect(JSON.stringify(await stored.execute())).not.toContain('内部意见')
  })

  test('of a reviewer leads to the review, and is hidden when it leaves their region', async () => {
    const id = await review.beginDeclaration()
    await review.performAction('company', 'submit')
    expect(await latestOf(review.person('city'))).toMatchObject({ kind: 'todo', link: `/project/declaration/${id}` })
    await platform.db.updateTable('declaration').set({ city: '320100' }).where('id', '=', id).execute()
    expect(await latestOf(review.person('city'))).toMatchObject({ title: '该事项已不在您的办理范围内', link: null })
  })

  test('is not written if the transition is rejected', async () => {
    const id = await review.beginDeclaration()
    expect(await messagesAfter(() => submitAction(review.person('city'), id, 'claim'))).toEqual([])
  })

  test('disappears from the open tasks when the declaration is removed', async () => {
    const id = await review.beginDeclaration()
    await review.performAction('company', 'invite')
    await review.performAction('operator', 'confirm')
    expect(await openTasks()).toEqual(['colleague', 'company'])
    await review.company.get(declaration.calls.remove, { ids: id })
    expect(await openTasks()).toEqual([])
  })
})
