import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contact } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { roleIdOf } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { createEnterprise, createStaff, setStage, submitAction, suzhou, userIdOf } from '../support/scenario.ts'

let platform: Platform
let review: Review
let spare: Caller & { id: string }

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  spare = await createStaff(platform, 'expert')
})

let id = ''
beforeEach(async () => {
  id = await review.beginDeclaration()
})

const experts = ['expert1', 'expert2', 'expert3']
const assign = async (ids = experts.map((name) => review.person(name).id)) => {
  await setStage(platform, id, 40)
  await review.performAction('office', 'assign', { experts: ids.join(',') })
}
const statusFor = (person: Caller) => person.get(declaration.calls.getStatus, { id })

/** Every answer about the declaration that somebody can get, as one text. */
const everything = async (person: Caller): Promise<string> => {
  const found = await Promise.all([
    person.raw('POST', declaration.calls.getStatus.path, { body: { id } }),
    person.raw('GET', `${declaration.calls.detail.path}?id=${id}`),
    person.raw('GET', `${declaration.calls.page.path}?size=100`),
    person.raw('GET', `${declaration.calls.page.path}?taskUser_notnull=1&descs=taskUser`),
    person.raw('GET', `${declaration.calls.page.path}?experts=${review.person('expert1').id}&ascs=experts`),
    person.raw('GET', `${declaration.calls.compare.path}?id=${id}`),
  ])
  return (await Promise.all(found.map((one) => one.text()))).join('\n')
}

describe('scoring is blind', () => {
  const secret = (n: number) => ({ score: 70 + n, comment: `评语${n}对外`, internal: `评语${n}对内` })

  beforeEach(async () => {
    await assign()
    for (const [n, name] of experts.slice(0, 2).entries())
      await review.performAction(name, 'score', { conflict: 0, ...secret(n) })
  })

  test.each(['company', 'city', 'miit', 'ca', 'expert3'])(
    'before the decision %s reads no score, no opinion and no expert in any answer',
    async (name) => {
      const text = await everything(name === 'company' ? review.company : review.person(name))
      expect(text).toContain(id)
      expect(text).not.toMatch(/评语|"score":7\d|"move":"score"/)
      for (const expert of [...experts].filter((one) => one !== name))
        expect(text).not.toContain(review.person(expert).id)
    },
  )

  test('an expert reads his own, whoever decides reads all', async () => {
    const scores = async (name: string) =>
      (await statusFor(review.person(name))).timeline.filter((step) => step.move === 'score').map((step) => step.score)
    expect(await scores('expert1')).toEqual([70])
    expect(await scores('expert2')).toEqual([71])
    expect(await scores('office')).toEqual([70, 71])
    expect((await statusFor(review.person('office'))).assigned).toEqual([
      { id: review.person('expert1').id, realName: 'expert', state: 'scored', score: 70 },
      { id: review.person('expert2').id, realName: 'expert', state: 'scored', score: 71 },
      { id: review.person('expert3').id, realName: 'expert', state: 'waiting', score: null },
    ])
    for (const name of ['city', 'miit', 'expert1']) expect((await statusFor(review.person(name))).assigned).toBeNull()
    expect((await statusFor(review.company)).assigned).toBeNull()
  })

  test('after the decision reviewers read the scores without names, the declarant the comment for him', async () => {
    await review.performAction('expert3', 'score', { conflict: 0, ...secret(2) })
    await review.performAction('office', 'approve')
    const steps = async (person: Caller) =>
      (await statusFor(person)).timeline.filter((step) => step.move === 'score').map((step) => step)
    const city = await steps(review.person('city'))
    expect(city.map(({ score, byName, internal }) => [score, byName, internal])).toEqual(
      [0, 1, 2].map((n) => [70 + n, '评审专家', `评语${n}对内`]),
    )
    const own = await steps(review.company)
    expect(own.map(({ score, byName, comment, internal }) => [score, byName, comment, internal])).toEqual(
      [0, 1, 2].map((n) => [null, '评审专家', `评语${n}对外`, null]),
    )
    const text = await everything(review.company)
    for (const expert of experts) expect(text).not.toContain(review.person(expert).id)
  })

  test('a return for correction is no decision: the scores before it stay closed', async () => {
    await review.performAction('office', 'return', remarks('contact.tel'))
    await review.company.get(contact.calls.save, { pid: id, tel: '0512-7' })
    await review.performAction('company', 'submit')
    expect(await everything(review.person('expert3'))).not.toMatch(/评语|"move":"score"/)
    expect(await everything(review.company)).not.toMatch(/评语|"move":"score"/)
  })
})

describe('the conflict of interest', () => {
  beforeEach(() => assign())

  test('is asked about first: without an answer no score is taken', async () => {
    const sentence = '请先说明是否与申报单位存在利益关系'
    for (const more of [{ score: 90 }, { score: 90, conflict: null }])
      expect(await submitAction(review.person('expert1'), id, 'score', more)).toMatchObject({
        status: 400,
        faults: [{ at: 'conflict', msg: sentence }],
      })
    expect((await statusFor(review.person('office'))).assigned?.map(({ state }) => state)).toEqual(
      experts.map(() => 'waiting'),
    )
  })

  test('recuses the expert: no score is kept, and the platform assigns another in his place', async () => {
    const [one, two, three] = experts.map((name) => review.person(name).id)
    await review.performAction('expert1', 'score', { conflict: 1, score: 99, internal: '曾任该单位顾问' })
    const { assigned, actions, timeline } = await statusFor(review.person('office'))
    expect(assigned?.[0]).toMatchObject({ id: one, state: 'recused', score: null })
    expect(timeline.at(-1)).toMatchObject({ move: 'score', conflict: true, score: null })
    expect(actions).toContain('assign')
    expect((await statusFor(review.person('expert1'))).actions).toEqual([])
    expect((await submitAction(review.person('expert1'), id, 'score', { conflict: 0, score: 90 })).status).toBe(409)
    for (const name of ['expert2', 'expert3']) await review.performAction(name, 'score', { conflict: 0, score: 80 })
    expect((await submitAction(review.person('office'), id, 'approve')).status).toBe(400)
    expect(
      await submitAction(review.person('office'), id, 'assign', { experts: [one, two, three].join(',') }),
    ).toMatchObject({
      status: 400,
      faults: [{ at: 'experts', msg: '所选专家已申明存在利益关系，请改选其他专家' }],
    })
    await review.performAction('office', 'assign', { experts: [spare.id, two, three].join(',') })
    expect((await review.person('expert1').ask(declaration.calls.getStatus, { id })).status).toBe(404)
    expect((await submitAction(spare, id, 'score', { conflict: 0, score: 70 })).status).toBe(200)
    expect(await review.performAction('office', 'approve')).toBe(50)
  })

  test('is nobody else’s to read: neither the declarant nor the other experts learn of it, also later', async () => {
    await review.performAction('expert1', 'score', { conflict: 1, comment: '回避' })
    const [, two, three] = experts.map((name) => review.person(name).id)
    await review.performAction('office', 'assign', { experts: [spare.id, two, three].join(',') })
    for (const person of [spare, review.person('expert2'), review.person('expert3')])
      expect((await submitAction(person, id, 'score', { conflict: 0, score: 70 })).status).toBe(200)
    await review.performAction('office', 'approve')
    for (const person of [review.company, review.person('expert2'), review.person('city')])
      expect(JSON.stringify(await statusFor(person))).not.toMatch(/回避|"conflict":true/)
  })
})

describe('only those who are assigned now', () => {
  test('count: scores of experts who were replaced do not, and all of them have to have scored', async () => {
    await assign()
    for (const name of experts) await review.performAction(name, 'score', { conflict: 0, score: 90 })
    const others = [
      spare,
      await createStaff(platform, 'expert'),
      await createStaff(platform, 'expert'),
      await createStaff(platform, 'expert'),
    ]
    await review.performAction('office', 'assign', { experts: others.map((one) => one.id).join(',') })
    const decide = async (action: string) =>
      (await submitAction(review.person('office'), id, action, { comment: '结论' })).msg
    expect(await decide('approve')).toBe('至少需要三名无利益关系专家的评分，目前 0 份')
    expect(await decide('reject')).toBe('至少需要三名无利益关系专家的评分，目前 0 份')
    for (const one of others.slice(0, 3)) await submitAction(one, id, 'score', { conflict: 0, score: 60 })
    expect(await decide('approve')).toBe('还有 1 名已指派的专家未评分')
    await submitAction(others[3] as Caller, id, 'score', { conflict: 0, score: 60 })
    expect(await review.performAction('office', 'approve')).toBe(50)
  })
})

describe('scores and experts', () => {
  test('of an earlier round do not count: after a return all of them score again', async () => {
    await assign()
    for (const name of experts) await review.performAction(name, 'score', { conflict: 0, score: 90 })
    await review.performAction('office', 'return', remarks('contact.tel'))
    expect(await review.performAction('company', 'submit')).toBe(40)
    const sentence = '至少需要三名无利益关系专家的评分，目前 0 份'
    expect(await submitAction(review.person('office'), id, 'approve')).toMatchObject({ status: 400, msg: sentence })
    for (const name of experts) await review.performAction(name, 'score', { conflict: 0, score: 80 })
    expect(await review.performAction('office', 'approve')).toBe(50)
  })

  test('are active experts of this tenant, and nobody else is assigned', async () => {
    await setStage(platform, id, 40)
    const [one, two, three] = experts.map((name) => review.person(name).id)
    const [disabled, foreign] = [await createStaff(platform, 'expert'), await createStaff(platform, 'expert')]
    await (await platform.admin()).get(user.calls.disable, { userIds: disabled.id, reason: '离职' })
    await platform.db.updateTable('user').set({ tenantId: '900001' }).where('id', '=', foreign.id).execute()
    for (const wrong of [disabled.id, foreign.id, review.person('city').id])
      expect(
        await submitAction(review.person('office'), id, 'assign', { experts: [one, two, three, wrong].join(',') }),
      ).toMatchObject({ status: 400, faults: [{ at: 'experts', msg: '请指派至少三名评审专家' }] })
  })
})

describe('comments', () => {
  test('for the declarant reach him, internal ones only officers who review', async () => {
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    await review.performAction('city', 'approve', { comment: '材料齐全', internal: '请省里核实投资额' })
    const last = async (person: Caller) => {
      const { comment, internal } = (await statusFor(person)).timeline.at(-1) ?? {}
      return [comment, internal]
    }
    expect(await last(review.company)).toEqual(['材料齐全', null])
    for (const name of ['city', 'miit', 'ca', 'office'])
      expect(await last(review.person(name))).toEqual(['材料齐全', '请省里核实投资额'])
    await assign()
    const seen = (await statusFor(review.person('expert1'))).timeline.find((step) => step.move === 'cityApprove')
    expect(seen).toMatchObject({ comment: '材料齐全', internal: null })
  })

  test('what a declarant sends as internal, or as found corrected, is not kept', async () => {
    await review.performAction('company', 'submit', { internal: '已核实', met: [{ at: 'contact' }] })
    expect((await statusFor(review.company)).timeline.at(-1)).toMatchObject({ internal: null, met: [] })
  })
})

describe('somebody with the roles of both offices of a province', () => {
  test('approves for one of them only; the other is somebody else’s', async () => {
    const admin = await platform.admin()
    const both = await createStaff(platform, 'province_miit', '320000')
    const roles = await admin.get(role.calls.select, {})
    const ids = roles.filter(({ roleAlias }) => /^province_/.test(roleAlias ?? '')).map((one) => one.id)
    await admin.get(user.calls.grant, { userIds: both.id, roleIds: ids.join(',') })
    await setStage(platform, id, 30)
    expect((await statusFor(both)).actions).toContain('provinceApprove')
    expect((await submitAction(both, id, 'approve')).data.status).toBe(30)
    expect((await statusFor(both)).actions).not.toContain('provinceApprove')
    expect((await statusFor(review.person('miit'))).actions).not.toContain('provinceApprove')
    expect((await statusFor(review.person('ca'))).actions).toContain('provinceApprove')
    expect(await submitAction(both, id, 'approve')).toMatchObject({
      status: 409,
      msg: '您已代表一个部门审核通过，另一部门须由其他人员审核',
    })
    expect(await submitAction(review.person('miit'), id, 'approve')).toMatchObject({ status: 409 })
    expect(await review.performAction('ca', 'approve')).toBe(40)
  })
})

describe('somebody of the declaring company who holds roles that review', () => {
  const reviewing = ['city', 'province_miit', 'platform', 'expert']
  let colleague: Caller

  beforeAll(async () => {
    const admin = await platform.admin()
    const { organizationCode: code, unitName } = review.company
    const person = await createEnterprise(platform, { code, unitName })
    const roles = await admin.get(role.calls.select, {})
    const ids = roles.filter(({ roleAlias }) => ['enterprise', ...reviewing].includes(roleAlias ?? ''))
    await admin.get(user.calls.grant, {
      userIds: await userIdOf(admin, person.account),
      roleIds: ids.map((one) => one.id).join(','),
    })
    colleague = person
  })

  test('makes no move of a reviewer there', async () => {
    await review.performAction('company', 'submit')
    expect((await statusFor(colleague)).actions).toEqual(['withdraw'])
    expect((await submitAction(colleague, id, 'claim')).status).toBe(403)
    for (const [stage, action] of [
      [20, 'approve'],
      [30, 'approve'],
      [40, 'assign'],
      [50, 'publish'],
    ] as const) {
      await setStage(platform, id, stage)
      expect((await statusFor(colleague)).actions).toEqual([])
      expect((await submitAction(colleague, id, action)).status).toBe(403)
    }
  })

  test('reads neither scores nor internal comments nor who reviews', async () => {
    await assign()
    await review.performAction('expert1', 'score', {
      conflict: 0,
      score: 71,
      comment: '评语对外',
      internal: '评语对内',
    })
    const { timeline, assigned, officer } = await statusFor(colleague)
    expect([assigned, officer]).toEqual([null, null])
    expect(timeline.filter((step) => step.move === 'score')).toEqual([])
  })
})

describe('a declaration that comes back after a return', () => {
  const holder = async () => (await statusFor(review.person('office'))).officer
  const returned = async (city: Caller) => {
    await review.performAction('company', 'submit')
    await submitAction(city, id, 'claim')
    expect(await holder()).toBe('city')
    expect((await submitAction(city, id, 'return', remarks('contact.tel'))).data.status).toBe(70)
    expect(await holder()).toBeNull()
  }

  test('is told to its declarant without who has taken it up, in every answer', async () => {
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    const text = await everything(review.company)
    expect(text).toContain(id)
    expect(text).not.toContain(review.person('city').id)
  })

  test('goes to the officer who returned it', async () => {
    await returned(review.person('city'))
    expect(await review.performAction('company', 'submit')).toBe(20)
    expect(await holder()).toBe('city')
    expect((await statusFor(review.company)).officer).toBeNull()
  })

  test.each([
    [
      'disabled',
      (admin: Caller, officer: string) => admin.get(user.calls.disable, { userIds: officer, reason: '离职' }),
    ],
    ['removed', (admin: Caller, officer: string) => admin.get(user.calls.remove, { ids: officer })],
    [
      'given another role',
      async (admin: Caller, officer: string) =>
        admin.get(user.calls.grant, { userIds: officer, roleIds: await roleIdOf(admin, 'province_miit') }),
    ],
    ['moved away', (admin: Caller, officer: string) => admin.get(user.calls.update, { id: officer, region: '320100' })],
  ] as const)('goes to the group if he was %s, and another takes it up', async (_what, leave) => {
    const officer = await createStaff(platform, 'city', suzhou)
    await returned(officer)
    await leave(await platform.admin(), officer.id)
    expect(await review.performAction('company', 'submit')).toBe(10)
    expect(await holder()).toBeNull()
    expect(await review.performAction('city', 'claim')).toBe(20)
    expect(await holder()).toBe('city')
  })
})
