import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { contact } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import { facilities } from '#contract/project/facilities.ts'
import { innovation } from '#contract/project/innovation.ts'
import { library } from '#contract/project/library.ts'
import { myMatters } from '#contract/project/my-matters.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
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

describe('the network section of the operator (stage 5)', () => {
  test('an invited operator can edit only the network section, and the enterprise everything else', async () => {
    expect((await review.operator.ask(declaration.calls.getStatus, { id })).status).toBe(404)
    expect(await review.performAction('company', 'invite')).toBe(5)
    const status = await review.operator.get(declaration.calls.getStatus, { id })
    expect(status).toMatchObject({ status: 5, editable: ['facilities.network'], actions: ['confirm'] })
    expect(status.parts.find(({ code }) => code === 'facilities')?.state).toBe(4)
    const network = {
      ...((await review.operator.get(facilities.calls.detail, { pid: id })).network as object),
      latencyMs: 12,
    }
    await review.operator.get(facilities.calls.save, { pid: id, network } as never)
    const rejection = { status: 403, msg: '这部分正由另一方填写，您暂不能更改' }
    const terminals = [{ terminalType: 1, qty: 1 }] as never
    expect(await review.operator.ask(facilities.calls.save, { pid: id, terminals })).toMatchObject(rejection)
    expect(await review.operator.ask(contact.calls.save, { pid: id, leaderName: '改' })).toMatchObject(rejection)
    expect(
      await review.company.ask(facilities.calls.save, { pid: id, network: { operator: 2 } } as never),
    ).toMatchObject(rejection)
    await review.company.get(contact.calls.save, { pid: id, leaderTitle: '厂长' })
    expect(await review.performAction('operator', 'confirm')).toBe(0)
    expect(await review.company.get(facilities.calls.detail, { pid: id })).toMatchObject({ network: { latencyMs: 12 } })
    expect((await review.operator.ask(facilities.calls.save, { pid: id, network } as never)).status).toBe(404)
  })

  test('a page that sends back what its operator does not read changes nothing of it', async () => {
    const terminals = [{ id: 'r1', terminalType: 1, qty: 3 }]
    await review.company.get(facilities.calls.save, { pid: id, terminals } as never)
    await review.performAction('company', 'invite')
    const read = await review.operator.get(facilities.calls.detail, { pid: id })
    expect(Object.keys(read).sort()).toEqual(['network', 'pid', 'version'])
    const network = { ...(read.network as object), macroSites: 37 }
    const page = { pid: id, version: read.version, network, terminals: null, industrialNet: null, edge: null }
    expect((await review.operator.get(facilities.calls.save, page as never)).version).toBe(read.version + 1)
    const stale = await review.operator.ask(facilities.calls.save, { pid: id, version: read.version, network } as never)
    expect(stale).toMatchObject({ status: 409, data: { current: { network: { macroSites: 37 } } } })
    expect(JSON.stringify(stale.data)).not.toContain('terminals')
    expect((await review.operator.ask(innovation.calls.save, { pid: id, scenes: null } as never)).status).toBe(403)
    expect(await review.company.get(facilities.calls.detail, { pid: id })).toMatchObject({ network, terminals })
  })

  test('an operator has lists of what it fills in, of what it takes part in, and of its own declarations', async () => {
    const idsFor = async (person: Caller, party: 'owner' | 'operator') =>
      (await person.get(declaration.calls.byParty, { party, size: 200 })).records.map((row) => row.id)
    const invited = async () =>
      (await review.operator.get(declaration.calls.waiting, { declareStatus: 5, size: 200 } as never)).records
    await review.performAction('company', 'invite')
    expect((await invited()).map((row) => row.id)).toContain(id)
    // what waits is searched by words, and by several stages, as all declarations are
    const search = async (filters: object) =>
      (await review.operator.get(declaration.calls.waiting, { size: 200, ...filters } as never)).records.map(
        (row) => row.id,
      )
    expect(await search({ keyword: review.company.unitName, declareStatus: '5,20' })).toContain(id)
    expect(await search({ keyword: '查无此单位' })).toEqual([])
    expect(await search({ declareStatus: '20,30' })).toEqual([])
    expect(await idsFor(review.operator, 'operator')).not.toContain(id)
    expect(await idsFor(review.operator, 'owner')).toEqual([])
    await review.performAction('operator', 'confirm')
    expect((await invited()).map((row) => row.id)).not.toContain(id)
    await review.performAction('company', 'submit')
    expect(await idsFor(review.company, 'owner')).toContain(id)
    expect(await idsFor(review.company, 'operator')).toEqual([])
    const seen = await idsFor(review.operator, 'operator')
    // its data scope decides from which stage on it goes on seeing a declaration
    const { records } = await review.operator.get(declaration.calls.page, { size: 200 })
    expect(seen.includes(id)).toBe(records.some((row) => row.id === id))
    expect(await idsFor(review.person('city'), 'owner')).toEqual([])
    expect((await review.company.ask(declaration.calls.byParty, { party: 'reviewer' } as never)).status).toBe(400)
  })

  test('what an operator takes part in shows the columns that it reads, and no others', async () => {
    await setStage(platform, id, 20)
    const { records } = await review.operator.get(declaration.calls.byParty, { party: 'operator', size: 200 })
    expect(records).not.toEqual([])
    for (const row of records)
      expect(row).toMatchObject({ totalInvestment: null, projectOverview: null, categorize: null })
    // a filter or an order by them would reveal them step by step
    const idsOf = async (input: object) =>
      (await review.operator.get(declaration.calls.page, { size: 200, ...input })).records.map((row) => row.id)
    const ids = await idsOf({})
    expect(ids).toContain(id)
    const [seen, whole] = await Promise.all(
      [review.operator, await platform.admin()].map(async (who) =>
        (await who.get(declaration.calls.page, { size: 200 })).records.find((row) => row.id === id),
      ),
    )
    const hidden = Object.entries(whole ?? {}).flatMap(([name, value]) =>
      name in declaration.fields && value !== null && seen?.[name as keyof typeof seen] === null ? [name] : [],
    )
    expect(hidden).toEqual(expect.arrayContaining(['totalInvestment', 'categorize', 'nationalEconomy1', 'startDate']))
    for (const name of hidden) {
      expect([name, await idsOf({ [`${name}_null`]: '1' })]).toEqual([name, ids])
      for (const order of ['ascs', 'descs']) expect([name, await idsOf({ [order]: name })]).toEqual([name, ids])
    }
    expect(await idsOf({ total_investment_gt: 99_999_998 })).toEqual(ids)
    expect(await idsOf({ projectName: 'no such project' })).toEqual([])
  })

  test('an operator cannot confirm an incomplete section', async () => {
    await review.company.get(facilities.calls.save, { pid: id, network: { operator: 1 } } as never)
    await review.performAction('company', 'invite')
    const answer = await submitAction(review.operator, id, 'confirm')
    expect(answer).toMatchObject({
      status: 400,
      faults: [{ at: 'facilities.network.networkMode', msg: '请选择组网方式' }],
    })
  })

  test('the enterprise can recall an invitation, and cannot invite without choosing an operator', async () => {
    await review.performAction('company', 'invite')
    expect(await review.performAction('company', 'recall')).toBe(0)
    await review.company.get(declaration.calls.update, { id, operators: '' })
    expect((await submitAction(review.company, id, 'invite')).msg).toBe('请先在项目信息中选择合作运营商')
  })

  test('an operator that is not chosen for the project cannot see it', async () => {
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
  ] as const)(
    'at stage %i needs a reason, ends the declaration, and lets the project be declared again',
    async (stage, name) => {
      await setStage(platform, id, stage)
      if (stage === 40) await review.assignAndScore()
      const answer = await submitAction(review.person(name), id, 'reject', { comment: '  ' })
      expect(answer).toMatchObject({ status: 400, msg: '请输入理由', faults: [{ at: 'comment' }] })
      expect(await review.performAction(name, 'reject', { comment: '不符合建设指南' })).toBe(80)
      expect(await review.status()).toMatchObject({ editable: 'none', actions: [], holder: 'nobody' })
      expect((await review.status()).timeline.at(-1)).toMatchObject({ comment: '不符合建设指南', from: stage, to: 80 })
      id = await review.beginDeclaration()
      expect(await review.performAction('company', 'submit')).toBe(10)
    },
  )
})

describe('the timeline', () => {
  test('shows the declarant the office and the reason but not the person, whom officers see', async () => {
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    await review.performAction('city', 'return', remarks('contact.tel'))
    const [, , companyStep] = (await review.status()).timeline
    expect(companyStep).toMatchObject({
      move: 'cityReturn',
      byName: '地市工信部门',
      office: '地市工信部门',
      comment: '见批注',
      loop: 0,
    })
    expect(companyStep?.remarks).toEqual([{ at: 'contact.tel', text: '请更正 contact.tel' }])
    expect(companyStep?.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const officerTimeline = (await review.person('city').get(declaration.calls.getStatus, { id })).timeline
    expect(officerTimeline[2]?.byName).toBe('city')
  })
})

describe('removal from the project library', () => {
  const countListed = async () =>
    (await review.company.get(library.calls.page, { projectName: review.projectName() })).total

  test('needs two persons', async () => {
    await setStage(platform, id, 50)
    expect(await review.performAction('office', 'publish')).toBe(60)
    expect(await countListed()).toBe(1)
    expect((await submitAction(review.person('office'), id, 'unlist', {})).msg).toBe('请输入理由')
    expect(await review.performAction('office', 'unlist', { comment: '数据不实' })).toBe(60)
    expect(await submitAction(review.person('office'), id, 'unlist', { comment: '数据不实' })).toMatchObject({
      status: 409,
      msg: '您已提出移出申请，须由另一人确认',
    })
    expect(await countListed()).toBe(1)
    expect(await review.performAction('office2', 'unlist', { comment: '属实' })).toBe(95)
    expect(await countListed()).toBe(0)
  })

  test('can be cancelled by either person, and a cancelled request no longer counts', async () => {
    await setStage(platform, id, 50)
    await review.performAction('office', 'publish')
    const unlistActions = async (name: string) =>
      (await review.person(name).get(declaration.calls.getStatus, { id })).actions.filter((one) => /unlist/i.test(one))
    expect(await unlistActions('office')).toEqual(['unlist'])
    expect(await submitAction(review.person('office'), id, 'cancelUnlist')).toMatchObject({
      status: 409,
      msg: '没有待确认的移出申请',
    })
    await review.performAction('office', 'unlist', { comment: '数据不实' })
    expect([await unlistActions('office'), await unlistActions('office2')]).toEqual([
      ['cancelUnlist'],
      ['unlist', 'cancelUnlist'],
    ])
    expect(await review.performAction('office2', 'cancelUnlist')).toBe(60)
    expect(await review.performAction('office2', 'unlist', { comment: '另查' })).toBe(60)
    expect(await review.performAction('office2', 'cancelUnlist')).toBe(60)
    expect(await review.performAction('office', 'unlist', { comment: '再查' })).toBe(60)
    expect(await countListed()).toBe(1)
  })
})

describe('the audit', () => {
  test('names each transition of a declaration, for every office', async () => {
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    await review.performAction('city', 'return', remarks('contact.tel'))
    await review.company.get(contact.calls.save, { pid: id, tel: '0512-3' })
    await review.performAction('company', 'submit')
    await review.performAction('city', 'approve')
    await review.performAction('ca', 'return', remarks('contact.tel'))
    const admin = await platform.admin()
    const namesIn = async (language: string) => {
      const filter = { entity: 'declaration', rowId: id, size: 200 }
      const { records } = await admin.get(audit.calls.list, filter, { 'blade-language': language })
      const names = records.map((line) => (line as unknown as { verbName: string }).verbName)
      return names.filter((name) => !['新增', '修改', 'Added', 'Changed'].includes(name)).slice(0, 5)
    }
    expect(await namesIn('zh-CN')).toEqual(['退回修改（省级）', '初审通过', '提交申报', '退回修改（地市）', '受理'])
    expect(await namesIn('en-GB')).toEqual([
      ...['Returned for correction (province)', 'Approved (city)', 'Submitted the declaration'],
      ...['Returned for correction (city)', 'Accepted for review'],
    ])
  })
})

describe('the province', () => {
  test('approves when both offices have approved, each of them once', async () => {
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

  test('approves when both offices approve at the same time', async () => {
    await setStage(platform, id, 30)
    const answers = await Promise.all([
      submitAction(review.person('ca'), id, 'approve'),
      submitAction(review.person('miit'), id, 'approve'),
    ])
    expect(answers.map(({ data }) => data.status).sort()).toEqual([30, 40])
  })

  test('returns when one office returns, and the earlier approval of the other no longer counts', async () => {
    await setStage(platform, id, 30)
    await review.performAction('ca', 'approve')
    expect(await review.performAction('miit', 'return', remarks('contact.tel'))).toBe(70)
    await review.company.get(contact.calls.save, { pid: id, tel: '0512-2' })
    expect(await review.performAction('company', 'submit')).toBe(30)
    expect(await review.performAction('miit', 'approve')).toBe(30)
    expect(await review.performAction('ca', 'approve')).toBe(40)
  })

  test('does not accept the approval of an administrator for the two offices', async () => {
    await setStage(platform, id, 30)
    const answer = await submitAction(await platform.admin(), id, 'approve')
    expect(answer).toMatchObject({ status: 400, msg: '请由省工信部门和省通信管理局分别审核' })
  })
})

describe('the experts', () => {
  const threeIds = () => ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(',')

  test.each([
    ['no expert', () => ''],
    ['two experts', () => [review.person('expert1').id, review.person('expert2').id].join(',')],
    [
      'one expert twice and another',
      () => [review.person('expert1').id, review.person('expert1').id, review.person('expert2').id].join(','),
    ],
    [
      'two experts and another account',
      () => [review.person('expert1').id, review.person('expert2').id, review.person('city').id].join(','),
    ],
    ['unknown accounts', () => '1,2,3'],
  ])('cannot be assigned as %s: at least three different experts are required', async (_case, experts) => {
    await setStage(platform, id, 40)
    const answer = await submitAction(review.person('office'), id, 'assign', { experts: experts() })
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'experts', msg: '请指派至少三名评审专家' }] })
  })

  test('score once, from 0 to 100', async () => {
    await setStage(platform, id, 40)
    await review.performAction('office', 'assign', { experts: threeIds() })
    const score = (value: number | null) =>
      submitAction(review.person('expert1'), id, 'score', { conflict: 0, score: value })
    expect((await score(null)).msg).toBe('请输入评分（0–100）')
    expect((await score(101)).msg).toBe('评分不能大于100')
    expect((await score(-1)).msg).toBe('评分不能小于0')
    expect((await score(0)).status).toBe(200)
    expect(await score(100)).toMatchObject({ status: 409, msg: '您已提交过评分或已回避' })
  })

  test('must give three scores without a conflict of interest before a decision', async () => {
    await setStage(platform, id, 40)
    await review.performAction('office', 'assign', { experts: threeIds() })
    await review.performAction('expert1', 'score', { conflict: 0, score: 90 })
    await review.performAction('expert2', 'score', { conflict: 0, score: 85 })
    await review.performAction('expert3', 'score', { score: 99, conflict: 1 })
    const answer = await submitAction(review.person('office'), id, 'approve')
    expect(answer).toMatchObject({ status: 400, msg: '至少需要三名无利益关系专家的评分，目前 2 份' })
    expect((await review.status()).status).toBe(40)
    const scoreRows = await platform.db
      .selectFrom('declarationMove')
      .select(['score', 'conflict'])
      .where('pid', '=', id)
      .where('move', '=', 'score')
      .orderBy('id')
      .execute()
    expect(scoreRows).toEqual([
      { score: 90, conflict: false },
      { score: 85, conflict: false },
      { score: null, conflict: true },
    ])
  })

  test('score again after a return, and their earlier scores do not count', async () => {
    await setStage(platform, id, 40)
    await review.performAction('office', 'assign', { experts: threeIds() })
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
  const setNoticeDays = (days: number) =>
    platform.db.updateTable('template').set({ noticeDays: days }).where('id', '=', review.windowId).execute()

  test('lasts for the number of days in the template', async () => {
    await setNoticeDays(5)
    await setStage(platform, id, 50)
    const offered = async () => {
      const status = await review.person('office').get(declaration.calls.getStatus, { id })
      return [...status.actions, status.noticeUntil !== null]
    }
    // nothing to decide before its end, and no objection to settle
    expect(await offered()).toEqual(['object', true])
    expect((await submitAction(review.person('office'), id, 'publish')).msg).toMatch(
      /^公示期至 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d，期满后方可入库$/,
    )
    await setStage(platform, id, 50, { stageSince: wireTime(new Date(Date.now() - 5 * 86_400_000 - 1000)) })
    expect(await offered()).toEqual(['object', 'publish', true])
    await submitAction(review.person('office'), id, 'object', { comment: '数据存疑' })
    expect(await offered()).toEqual(['object', 'dismiss', 'uphold', true])
    await review.performAction('office', 'dismiss', { comment: '经核实属实' })
    expect(await review.performAction('office', 'publish')).toBe(60)
    await setNoticeDays(0)
  })

  test('blocks the listing while an objection is open, and an upheld objection rejects the declaration', async () => {
    await setStage(platform, id, 50)
    // what the declarant reads on the page of the project and among their matters
    const isDisputed = async () => {
      const { declarations } = await review.company.get(myMatters.read)
      return [(await review.status()).isDisputed, declarations.find((one) => one.id === id)?.isDisputed]
    }
    expect(await isDisputed()).toEqual([false, false])
    expect((await submitAction(review.person('office'), id, 'dismiss', { comment: '无' })).msg).toBe('没有待处理的异议')
    expect((await submitAction(review.person('ca'), id, 'object')).msg).toBe('请输入理由')
    expect((await submitAction(review.person('ca'), id, 'object', { comment: '终端数不实' })).data.status).toBe(50)
    expect((await submitAction(review.person('office'), id, 'publish')).msg).toBe('有异议尚未处理，不能入库')
    expect(await isDisputed()).toEqual([true, true])
    await review.performAction('office', 'dismiss', { comment: '经核实属实' })
    expect(await isDisputed()).toEqual([false, false])
    expect((await submitAction(review.person('office'), id, 'uphold', { comment: '无' })).msg).toBe('没有待处理的异议')
    expect((await submitAction(review.person('miit'), id, 'object', { comment: '再次异议' })).data.status).toBe(50)
    expect(await review.performAction('office', 'uphold', { comment: '异议成立' })).toBe(80)
  })

  test('ends with one library row even if several officers list the project at once', async () => {
    await setStage(platform, id, 50)
    const answers = await Promise.all(
      ['office', 'office2', 'office'].map((name) => submitAction(review.person(name), id, 'publish')),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect((await review.company.get(library.calls.page, { projectName: review.projectName() })).total).toBe(1)
  })
})
