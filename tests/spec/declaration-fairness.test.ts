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
let spareExpert: Caller & { id: string }

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  spareExpert = await createStaff(platform, 'expert')
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

/** The text of every answer about the declaration that a user can request. */
const allAnswersFor = async (person: Caller): Promise<string> => {
  const responses = await Promise.all([
    person.raw('POST', declaration.calls.getStatus.path, { body: { id } }),
    person.raw('GET', `${declaration.calls.detail.path}?id=${id}`),
    person.raw('GET', `${declaration.calls.page.path}?size=100`),
    person.raw('GET', `${declaration.calls.page.path}?taskUser_notnull=1&descs=taskUser`),
    person.raw('GET', `${declaration.calls.page.path}?experts=${review.person('expert1').id}&ascs=experts`),
    person.raw('GET', `${declaration.calls.compare.path}?id=${id}`),
  ])
  return (await Promise.all(responses.map((one) => one.text()))).join('\n')
}

describe('scoring is blind', () => {
  const scoreInput = (n: number) => ({ score: 70 + n, comment: `评语${n}对外`, internal: `评语${n}对内` })

  beforeEach(async () => {
    await assign()
    for (const [n, name] of experts.slice(0, 2).entries())
      await review.performAction(name, 'score', { conflict: 0, ...scoreInput(n) })
  })

  test.each(['company', 'city', 'miit', 'ca', 'expert3'])(
    'before the decision no answer shows %s the scores, comments or identities of other experts',
    async (name) => {
      const text = await allAnswersFor(name === 'company' ? review.company : review.person(name))
      expect(text).toContain(id)
      expect(text).not.toMatch(/评语|"score":7\d|"move":"score"/)
      for (const expert of [...experts].filter((one) => one !== name))
        expect(text).not.toContain(review.person(expert).id)
    },
  )

  test('before the decision an expert sees only their own score, and the platform officer sees all', async () => {
    const scores = async (name: string) =>
      (await statusFor(review.person(name))).timeline.filter((step) => step.move === 'score').map((step) => step.score)
    expect(await scores('expert1')).toEqual([70])
    expect(await scores('expert2')).toEqual([71])
    expect(await scores('office')).toEqual([70, 71])
    expect((await statusFor(review.person('office'))).assigned).toEqual([
      { id: review.person('expert1').id, realName: 'expert', state: 'scored', score: 70, items: [], corrections: 0 },
      { id: review.person('expert2').id, realName: 'expert', state: 'scored', score: 71, items: [], corrections: 0 },
      { id: review.person('expert3').id, realName: 'expert', state: 'waiting', score: null, items: [], corrections: 0 },
    ])
    for (const name of ['city', 'miit', 'expert1']) expect((await statusFor(review.person(name))).assigned).toBeNull()
    expect((await statusFor(review.company)).assigned).toBeNull()
  })

  test('after the decision reviewers see scores without names, and the declarant sees only the comments', async () => {
    await review.performAction('expert3', 'score', { conflict: 0, ...scoreInput(2) })
    await review.performAction('office', 'approve')
    const scoreSteps = async (person: Caller) =>
      (await statusFor(person)).timeline.filter((step) => step.move === 'score').map((step) => step)
    const citySteps = await scoreSteps(review.person('city'))
    expect(citySteps.map(({ score, byName, internal }) => [score, byName, internal])).toEqual(
      [0, 1, 2].map((n) => [70 + n, '评审专家', `评语${n}对内`]),
    )
    const companySteps = await scoreSteps(review.company)
    expect(companySteps.map(({ score, byName, comment, internal }) => [score, byName, comment, internal])).toEqual(
      [0, 1, 2].map((n) => [null, '评审专家', `评语${n}对外`, null]),
    )
    const text = await allAnswersFor(review.company)
    for (const expert of experts) expect(text).not.toContain(review.person(expert).id)
  })

  test('a return for correction is no decision, so the scores stay hidden', async () => {
    await review.performAction('office', 'return', remarks('contact.tel'))
    await review.company.get(contact.calls.save, { pid: id, tel: '0512-7' })
    await review.performAction('company', 'submit')
    expect(await allAnswersFor(review.person('expert3'))).not.toMatch(/评语|"move":"score"/)
    expect(await allAnswersFor(review.company)).not.toMatch(/评语|"move":"score"/)
  })
})

describe('a conflict of interest', () => {
  beforeEach(() => assign())

  test('must be declared or denied before a score is accepted', async () => {
    const message = '请先说明是否与申报单位存在利益关系'
    for (const more of [{ score: 90 }, { score: 90, conflict: null }])
      expect(await submitAction(review.person('expert1'), id, 'score', more)).toMatchObject({
        status: 400,
        faults: [{ at: 'conflict', msg: message }],
      })
    expect((await statusFor(review.person('office'))).assigned?.map(({ state }) => state)).toEqual(
      experts.map(() => 'waiting'),
    )
  })

  test('recuses the expert: no score is stored, and the platform assigns another expert', async () => {
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
    await review.performAction('office', 'assign', { experts: [spareExpert.id, two, three].join(',') })
    expect((await review.person('expert1').ask(declaration.calls.getStatus, { id })).status).toBe(404)
    expect((await submitAction(spareExpert, id, 'score', { conflict: 0, score: 70 })).status).toBe(200)
    expect(await review.performAction('office', 'approve')).toBe(50)
  })

  test('is visible neither to the declarant nor to the other experts, also after the decision', async () => {
    await review.performAction('expert1', 'score', { conflict: 1, comment: '回避' })
    const [, two, three] = experts.map((name) => review.person(name).id)
    await review.performAction('office', 'assign', { experts: [spareExpert.id, two, three].join(',') })
    for (const person of [spareExpert, review.person('expert2'), review.person('expert3')])
      expect((await submitAction(person, id, 'score', { conflict: 0, score: 70 })).status).toBe(200)
    await review.performAction('office', 'approve')
    for (const person of [review.company, review.person('expert2'), review.person('city')])
      expect(JSON.stringify(await statusFor(person))).not.toMatch(/回避|"conflict":true/)
  })
})

describe('currently assigned experts', () => {
  test('must all have scored before a decision; scores of replaced experts do not count', async () => {
    await assign()
    for (const name of experts) await review.performAction(name, 'score', { conflict: 0, score: 90 })
    const newExperts = [
      spareExpert,
      await createStaff(platform, 'expert'),
      await createStaff(platform, 'expert'),
      await createStaff(platform, 'expert'),
    ]
    await review.performAction('office', 'assign', { experts: newExperts.map((one) => one.id).join(',') })
    const decide = async (action: string) =>
      (await submitAction(review.person('office'), id, action, { comment: '结论' })).msg
    expect(await decide('approve')).toBe('至少需要三名无利益关系专家的评分，目前 0 份')
    expect(await decide('reject')).toBe('至少需要三名无利益关系专家的评分，目前 0 份')
    for (const one of newExperts.slice(0, 3)) await submitAction(one, id, 'score', { conflict: 0, score: 60 })
    expect(await decide('approve')).toBe('还有 1 名已指派的专家未评分')
    await submitAction(newExperts[3] as Caller, id, 'score', { conflict: 0, score: 60 })
    expect(await review.performAction('office', 'approve')).toBe(50)
  })
})

describe('rounds and eligible experts', () => {
  test('scores of an earlier round do not count, so after a return all experts score again', async () => {
    await assign()
    for (const name of experts) await review.performAction(name, 'score', { conflict: 0, score: 90 })
    await review.performAction('office', 'return', remarks('contact.tel'))
    expect(await review.performAction('company', 'submit')).toBe(40)
    const message = '至少需要三名无利益关系专家的评分，目前 0 份'
    expect(await submitAction(review.person('office'), id, 'approve')).toMatchObject({ status: 400, msg: message })
    for (const name of experts) await review.performAction(name, 'score', { conflict: 0, score: 80 })
    expect(await review.performAction('office', 'approve')).toBe(50)
  })

  test('only active experts of this tenant can be assigned', async () => {
    await setStage(platform, id, 40)
    const [one, two, three] = experts.map((name) => review.person(name).id)
    const [disabledExpert, expertOfOtherTenant] = [
      await createStaff(platform, 'expert'),
      await createStaff(platform, 'expert'),
    ]
    await (await platform.admin()).get(user.calls.disable, { userIds: disabledExpert.id, reason: '离职' })
    await platform.db.updateTable('user').set({ tenantId: '900001' }).where('id', '=', expertOfOtherTenant.id).execute()
    for (const wrongId of [disabledExpert.id, expertOfOtherTenant.id, review.person('city').id])
      expect(
        await submitAction(review.person('office'), id, 'assign', { experts: [one, two, three, wrongId].join(',') }),
      ).toMatchObject({ status: 400, faults: [{ at: 'experts', msg: '请指派至少三名评审专家' }] })
  })
})

describe('comments', () => {
  test('the declarant sees comments for the declarant, and only reviewing officers see internal ones', async () => {
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    await review.performAction('city', 'approve', { comment: '材料齐全', internal: '请省里核实投资额' })
    const lastComments = async (person: Caller) => {
      const { comment, internal } = (await statusFor(person)).timeline.at(-1) ?? {}
      return [comment, internal]
    }
    expect(await lastComments(review.company)).toEqual(['材料齐全', null])
    for (const name of ['city', 'miit', 'ca', 'office'])
      expect(await lastComments(review.person(name))).toEqual(['材料齐全', '请省里核实投资额'])
    await assign()
    const stepForExpert = (await statusFor(review.person('expert1'))).timeline.find(
      (step) => step.move === 'cityApprove',
    )
    expect(stepForExpert).toMatchObject({ comment: '材料齐全', internal: null })
  })

  test('internal comments and resolved remarks that a declarant sends are not stored', async () => {
    await review.performAction('company', 'submit', { internal: '已核实', met: [{ at: 'contact' }] })
    expect((await statusFor(review.company)).timeline.at(-1)).toMatchObject({ internal: null, met: [] })
  })
})

describe('an officer with the roles of both offices of a province', () => {
  test('approves for only one office; another person approves for the other', async () => {
    const admin = await platform.admin()
    const officerOfBoth = await createStaff(platform, 'province_miit', '320000')
    const roles = await admin.get(role.calls.select, {})
    const ids = roles.filter(({ roleAlias }) => /^province_/.test(roleAlias ?? '')).map((one) => one.id)
    await admin.get(user.calls.grant, { userIds: officerOfBoth.id, roleIds: ids.join(',') })
    await setStage(platform, id, 30)
    expect((await statusFor(officerOfBoth)).actions).toContain('provinceApprove')
    expect((await submitAction(officerOfBoth, id, 'approve')).data.status).toBe(30)
    expect((await statusFor(officerOfBoth)).actions).not.toContain('provinceApprove')
    expect((await statusFor(review.person('miit'))).actions).not.toContain('provinceApprove')
    expect((await statusFor(review.person('ca'))).actions).toContain('provinceApprove')
    expect(await submitAction(officerOfBoth, id, 'approve')).toMatchObject({
      status: 409,
      msg: '您已代表一个部门审核通过，另一部门须由其他人员审核',
    })
    expect(await submitAction(review.person('miit'), id, 'approve')).toMatchObject({ status: 409 })
    expect(await review.performAction('ca', 'approve')).toBe(40)
  })
})

describe('a user of the declaring company who has reviewing roles', () => {
  const reviewingRoles = ['city', 'province_miit', 'platform', 'expert']
  let colleague: Caller

  beforeAll(async () => {
    const admin = await platform.admin()
    const { organizationCode: code, unitName } = review.company
    const person = await createEnterprise(platform, { code, unitName })
    const roles = await admin.get(role.calls.select, {})
    const ids = roles.filter(({ roleAlias }) => ['enterprise', ...reviewingRoles].includes(roleAlias ?? ''))
    await admin.get(user.calls.grant, {
      userIds: await userIdOf(admin, person.account),
      roleIds: ids.map((one) => one.id).join(','),
    })
    colleague = person
  })

  test('cannot make a reviewer’s transition for its declarations', async () => {
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

  test('sees neither scores nor the assigned experts nor the officer', async () => {
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
  const officerInCharge = async () => (await statusFor(review.person('office'))).officer
  const claimAndReturn = async (city: Caller) => {
    await review.performAction('company', 'submit')
    await submitAction(city, id, 'claim')
    expect(await officerInCharge()).toBe('city')
    expect((await submitAction(city, id, 'return', remarks('contact.tel'))).data.status).toBe(70)
    expect(await officerInCharge()).toBeNull()
  }

  test('no answer shows the declarant which officer has claimed it', async () => {
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    const text = await allAnswersFor(review.company)
    expect(text).toContain(id)
    expect(text).not.toContain(review.person('city').id)
  })

  test('it goes to the officer who returned it', async () => {
    await claimAndReturn(review.person('city'))
    expect(await review.performAction('company', 'submit')).toBe(20)
    expect(await officerInCharge()).toBe('city')
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
  ] as const)(
    'it goes to the whole office if the officer was %s, and another officer can claim it',
    async (_reason, leave) => {
      const officer = await createStaff(platform, 'city', suzhou)
      await claimAndReturn(officer)
      await leave(await platform.admin(), officer.id)
      expect(await review.performAction('company', 'submit')).toBe(10)
      expect(await officerInCharge()).toBeNull()
      expect(await review.performAction('city', 'claim')).toBe(20)
      expect(await officerInCharge()).toBe('city')
    },
  )
})
