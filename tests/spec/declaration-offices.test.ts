import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { contact } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import { facilities } from '#contract/project/facilities.ts'
import { library } from '#contract/project/library.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { setStage, submitAction } from '../support/scenario.ts'

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

let id = ''
beforeEach(async () => {
  id = await review.beginDeclaration()
})

describe('the operator writes the network (domain.md C.4, stage 5)', () => {
  test('invited he sees it and writes his section only; the enterprise writes everything else', async () => {
    expect((await review.operator.ask(declaration.calls.getStatus, { id })).status).toBe(404)
    expect(await review.performAction('company', 'invite')).toBe(5)
    const seen = await review.operator.get(declaration.calls.getStatus, { id })
    expect(seen).toMatchObject({ status: 5, editable: ['facilities.network'], actions: ['confirm'] })
    expect(seen.parts.find(({ code }) => code === 'facilities')?.state).toBe(4)
    const network = {
      ...((await review.operator.get(facilities.calls.detail, { pid: id })).network as object),
      latencyMs: 12,
    }
    await review.operator.get(facilities.calls.save, { pid: id, network } as never)
    const refused = { status: 403, msg: '这部分正由另一方填写，您暂不能更改' }
    expect(await review.operator.ask(facilities.calls.save, { pid: id, terminals: [] })).toMatchObject(refused)
    expect(await review.operator.ask(contact.calls.save, { pid: id, leaderName: '改' })).toMatchObject(refused)
    expect(
      await review.company.ask(facilities.calls.save, { pid: id, network: { operator: 2 } } as never),
    ).toMatchObject(refused)
    await review.company.get(contact.calls.save, { pid: id, leaderTitle: '厂长' })
    expect(await review.performAction('operator', 'confirm')).toBe(0)
    expect(await review.company.get(facilities.calls.detail, { pid: id })).toMatchObject({ network: { latencyMs: 12 } })
    expect((await review.operator.ask(facilities.calls.save, { pid: id, network } as never)).status).toBe(404)
  })

  test('he cannot confirm what is not complete', async () => {
    await review.company.get(facilities.calls.save, { pid: id, network: { operator: 1 } } as never)
    await review.performAction('company', 'invite')
    const answer = await submitAction(review.operator, id, 'confirm')
    expect(answer).toMatchObject({
      status: 400,
      faults: [{ at: 'facilities.network.networkMode', msg: '请选择组网方式' }],
    })
  })

  test('an invitation is recalled; without operators there is nobody to invite', async () => {
    await review.performAction('company', 'invite')
    expect(await review.performAction('company', 'recall')).toBe(0)
    await review.company.get(declaration.calls.update, { id, operators: '' })
    expect((await submitAction(review.company, id, 'invite')).msg).toBe('请先在项目信息中选择合作运营商')
  })

  test('an operator that is not among those of the project sees nothing of it', async () => {
    await review.company.get(declaration.calls.update, { id, operators: '2' })
    await review.performAction('company', 'invite')
    expect((await review.operator.ask(declaration.calls.getStatus, { id })).status).toBe(404)
    expect((await submitAction(review.operator, id, 'confirm')).status).toBe(404)
  })
})

describe('a rejection', () => {
  test.each([
    [20, 'city'],
    [30, 'miit'],
    [40, 'office'],
  ] as const)('at %i needs a reason, ends it, and lets the project be declared anew', async (stage, name) => {
    await setStage(platform, id, stage)
    if (stage === 40) await review.assignAndScore()
    const answer = await submitAction(review.person(name), id, 'reject', { comment: '  ' })
    expect(answer).toMatchObject({ status: 400, msg: '请填写理由', faults: [{ at: 'comment' }] })
    expect(await review.performAction(name, 'reject', { comment: '不符合建设指南' })).toBe(80)
    expect(await review.status()).toMatchObject({ editable: 'none', actions: [], holder: 'nobody' })
    expect((await review.status()).timeline.at(-1)).toMatchObject({ comment: '不符合建设指南', from: stage, to: 80 })
    id = await review.beginDeclaration()
    expect(await review.performAction('company', 'submit')).toBe(10)
  })
})

describe('the timeline', () => {
  test('tells the declarant which office decided and why, not which person; an officer sees the person', async () => {
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    await review.performAction('city', 'return', remarks('contact.tel'))
    const [, , mine] = (await review.status()).timeline
    expect(mine).toMatchObject({
      move: 'cityReturn',
      byName: '地市工信部门',
      office: '地市工信部门',
      comment: '见批注',
      loop: 0,
    })
    expect(mine?.remarks).toEqual([{ at: 'contact.tel', text: '请更正 contact.tel' }])
    expect(mine?.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const officer = (await review.person('city').get(declaration.calls.getStatus, { id })).timeline
    expect(officer[2]?.byName).toBe('city')
  })
})

describe('the listing', () => {
  const listed = async () => (await review.company.get(library.calls.page, { projectName: review.projectName() })).total

  test('by two persons only is a project taken out again', async () => {
    await setStage(platform, id, 50)
    expect(await review.performAction('office', 'publish')).toBe(60)
    expect(await listed()).toBe(1)
    expect((await submitAction(review.person('office'), id, 'unlist', {})).msg).toBe('请填写理由')
    expect(await review.performAction('office', 'unlist', { comment: '数据不实' })).toBe(60)
    expect(await submitAction(review.person('office'), id, 'unlist', { comment: '数据不实' })).toMatchObject({
      status: 409,
      msg: '您已提出移出申请，须由另一人确认',
    })
    expect(await listed()).toBe(1)
    expect(await review.performAction('office2', 'unlist', { comment: '属实' })).toBe(95)
    expect(await listed()).toBe(0)
  })

  test('a request to take it out is withdrawn, by either person, and counts no more', async () => {
    await setStage(platform, id, 50)
    await review.performAction('office', 'publish')
    const moves = async (name: string) =>
      (await review.person(name).get(declaration.calls.getStatus, { id })).actions.filter((one) => /unlist/i.test(one))
    expect(await moves('office')).toEqual(['unlist'])
    expect(await submitAction(review.person('office'), id, 'cancelUnlist')).toMatchObject({
      status: 409,
      msg: '没有待确认的移出申请',
    })
    await review.performAction('office', 'unlist', { comment: '数据不实' })
    expect([await moves('office'), await moves('office2')]).toEqual([['cancelUnlist'], ['unlist', 'cancelUnlist']])
    expect(await review.performAction('office2', 'cancelUnlist')).toBe(60)
    expect(await review.performAction('office2', 'unlist', { comment: '另查' })).toBe(60)
    expect(await review.performAction('office2', 'cancelUnlist')).toBe(60)
    expect(await review.performAction('office', 'unlist', { comment: '再查' })).toBe(60)
    expect(await listed()).toBe(1)
  })
})

describe('the audit', () => {
  test('calls each move of a declaration by its name, whichever office makes it', async () => {
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    await review.performAction('city', 'return', remarks('contact.tel'))
    await review.company.get(contact.calls.save, { pid: id, tel: '0512-3' })
    await review.performAction('company', 'submit')
    await review.performAction('city', 'approve')
    await review.performAction('ca', 'return', remarks('contact.tel'))
    const admin = await platform.admin()
    const { records } = await admin.get(audit.calls.list, { entity: 'declaration', rowId: id, size: 200 })
    const names = records.map((line) => (line as unknown as { verbName: string }).verbName)
    const moved = ['退回修改（省级）', '初审通过', '提交申报', '退回修改（地市）', '受理', '提交申报']
    expect(names.filter((name) => !['新增', '修改'].includes(name))).toEqual(moved)
  })
})

describe('the province', () => {
  test('agrees once both of its offices have; each is heard once', async () => {
    await setStage(platform, id, 30)
    expect(await review.performAction('ca', 'approve')).toBe(30)
    expect(await submitAction(review.person('ca'), id, 'approve')).toMatchObject({
      status: 409,
      msg: '本部门已审核通过，等待另一部门',
    })
    expect((await review.status()).timeline.at(-1)).toMatchObject({
      move: 'provinceApprove',
      office: '省通信管理局',
      from: 30,
      to: 30,
    })
    expect(await review.performAction('miit', 'approve')).toBe(40)
  })

  test('both at once: it goes on, whoever was first', async () => {
    await setStage(platform, id, 30)
    const answers = await Promise.all([
      submitAction(review.person('ca'), id, 'approve'),
      submitAction(review.person('miit'), id, 'approve'),
    ])
    expect(answers.map(({ data }) => data.status).sort()).toEqual([30, 40])
  })

  test('one office alone returns or rejects it; what the other said before does not count afterwards', async () => {
    await setStage(platform, id, 30)
    await review.performAction('ca', 'approve')
    expect(await review.performAction('miit', 'return', remarks('contact.tel'))).toBe(70)
    await review.company.get(contact.calls.save, { pid: id, tel: '0512-2' })
    expect(await review.performAction('company', 'submit')).toBe(30)
    expect(await review.performAction('miit', 'approve')).toBe(30)
    expect(await review.performAction('ca', 'approve')).toBe(40)
  })

  test('an administrator does not stand in for the two offices', async () => {
    await setStage(platform, id, 30)
    const answer = await submitAction(await platform.admin(), id, 'approve')
    expect(answer).toMatchObject({ status: 400, msg: '请由省工信部门和省通信管理局分别审核' })
  })
})

describe('the experts', () => {
  const three = () => ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(',')

  test.each([
    ['none', () => ''],
    ['two', () => [review.person('expert1').id, review.person('expert2').id].join(',')],
    [
      'one twice',
      () => [review.person('expert1').id, review.person('expert1').id, review.person('expert2').id].join(','),
    ],
    [
      'somebody who is no expert',
      () => [review.person('expert1').id, review.person('expert2').id, review.person('city').id].join(','),
    ],
    ['nobody known', () => '1,2,3'],
  ])('%s cannot be assigned: three at least', async (_who, experts) => {
    await setStage(platform, id, 40)
    const answer = await submitAction(review.person('office'), id, 'assign', { experts: experts() })
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'experts', msg: '请指派至少三名评审专家' }] })
  })

  test('score once, from 0 to 100, each for himself', async () => {
    await setStage(platform, id, 40)
    await review.performAction('office', 'assign', { experts: three() })
    const score = (value: number | null) =>
      submitAction(review.person('expert1'), id, 'score', { conflict: 0, score: value })
    expect((await score(null)).msg).toBe('请输入评分（0–100）')
    expect((await score(101)).msg).toBe('评分不能大于100')
    expect((await score(-1)).msg).toBe('评分不能小于0')
    expect((await score(0)).status).toBe(200)
    expect(await score(100)).toMatchObject({ status: 409, msg: '您已提交过评分或已回避' })
  })

  test('three scores without conflict of interest are needed to decide', async () => {
    await setStage(platform, id, 40)
    await review.performAction('office', 'assign', { experts: three() })
    await review.performAction('expert1', 'score', { conflict: 0, score: 90 })
    await review.performAction('expert2', 'score', { conflict: 0, score: 85 })
    await review.performAction('expert3', 'score', { score: 99, conflict: 1 })
    const answer = await submitAction(review.person('office'), id, 'approve')
    expect(answer).toMatchObject({ status: 400, msg: '至少需要三名无利益关系专家的评分，目前 2 份' })
    expect((await review.status()).status).toBe(40)
    const kept = await platform.db
      .selectFrom('declarationMove')
      .select(['score', 'conflict'])
      .where('pid', '=', id)
      .where('move', '=', 'score')
      .orderBy('id')
      .execute()
    expect(kept).toEqual([
      { score: 90, conflict: false },
      { score: 85, conflict: false },
      { score: null, conflict: true },
    ])
  })

  test('scores before a return do not count after it', async () => {
    await setStage(platform, id, 40)
    await review.performAction('office', 'assign', { experts: three() })
    for (const name of ['expert1', 'expert2', 'expert3'])
      await review.performAction(name, 'score', { conflict: 0, score: 90 })
    await review.performAction('office', 'return', remarks('contact.tel'))
    await review.company.get(contact.calls.save, { pid: id, tel: '0512-3' })
    expect(await review.performAction('company', 'submit')).toBe(40)
    expect((await submitAction(review.person('office'), id, 'approve')).msg).toBe(
      '至少需要三名无利益关系专家的评分，目前 0 份',
    )
    expect(await review.performAction('expert1', 'score', { conflict: 0, score: 95 })).toBe(40)
  })
})

describe('the public notice', () => {
  const notice = (days: number) =>
    platform.db.updateTable('template').set({ noticeDays: days }).where('id', '=', review.windowId).execute()

  test('lasts as long as the template says', async () => {
    await notice(5)
    await setStage(platform, id, 50)
    expect((await submitAction(review.person('office'), id, 'publish')).msg).toMatch(
      /^公示期至 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d，期满后方可入库$/,
    )
    await setStage(platform, id, 50, { stageSince: wireTime(new Date(Date.now() - 5 * 86_400_000 - 1000)) })
    expect(await review.performAction('office', 'publish')).toBe(60)
    await notice(0)
  })

  test('an objection keeps it from the list until it is dismissed; upheld it ends there', async () => {
    await setStage(platform, id, 50)
    expect((await submitAction(review.person('office'), id, 'dismiss', { comment: '无' })).msg).toBe('没有待处理的异议')
    expect((await submitAction(review.person('ca'), id, 'object')).msg).toBe('请填写理由')
    expect((await submitAction(review.person('ca'), id, 'object', { comment: '终端数不实' })).data.status).toBe(50)
    expect((await submitAction(review.person('office'), id, 'publish')).msg).toBe('有异议尚未处理，不能入库')
    await review.performAction('office', 'dismiss', { comment: '经核实属实' })
    expect((await submitAction(review.person('office'), id, 'uphold', { comment: '无' })).msg).toBe('没有待处理的异议')
    expect((await submitAction(review.person('miit'), id, 'object', { comment: '再次异议' })).data.status).toBe(50)
    expect(await review.performAction('office', 'uphold', { comment: '异议成立' })).toBe(80)
  })

  test('two who list it at once make one row', async () => {
    await setStage(platform, id, 50)
    const answers = await Promise.all(
      ['office', 'office2', 'office'].map((name) => submitAction(review.person(name), id, 'publish')),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect((await review.company.get(library.calls.page, { projectName: review.projectName() })).total).toBe(1)
  })
})
