import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { type StageCode, stageCodes } from '#contract/project/stages.ts'
import { liftNames, type TransitionName, transitionNames, transitions } from '#contract/project/transitions.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  createEnterprise,
  createOfficers,
  documents,
  openWindow,
  saveDeclaration,
  setStage,
  submitAction,
} from '../support/scenario.ts'

/** Which role may make which transitions, written independently of the product. */
const transitionsOf: Record<string, readonly TransitionName[]> = {
  enterprise: ['submit', 'withdraw', 'invite', 'recall'],
  stranger: [],
  operator: ['confirm'],
  city: ['claim', 'cityApprove', 'cityReturn', 'cityReject'],
  miit: ['provinceApprove', 'provinceReturn', 'provinceReject', 'object'],
  ca: ['provinceApprove', 'provinceReturn', 'provinceReject', 'object'],
  expert: ['score'],
  unassigned: [],
  // no objection is open, so none can be dismissed or upheld
  office: ['assign', 'decideApprove', 'decideReturn', 'decideReject', 'publish', 'object', 'unlist'],
}

let platform: Platform

const people: Record<string, Caller> = {}
let id = ''

const row = () => platform.db.selectFrom('declaration').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

beforeAll(async () => {
  platform = await openPlatform()
  await openWindow(await platform.admin())
  const company = await createEnterprise(platform)
  const values = documents(company)
  values.information = { ...values.information, operators: '1' }
  id = await saveDeclaration(company, values)
  const { city, miit, ca, office, expert1, expert2 } = await createOfficers(platform)
  const operator = await createEnterprise(platform, { type: 2, unitName: '中国移动苏州分公司' })
  const stranger = await createEnterprise(platform)
  Object.assign(people, {
    enterprise: company,
    stranger,
    operator,
    city,
    miit,
    ca,
    office,
    expert: expert1,
    unassigned: expert2,
  })
  await platform.db
    .updateTable('declaration')
    .set({ experts: [expert1?.id ?? '0'] })
    .where('id', '=', id)
    .execute()
})

const isAllowed = (role: string, name: TransitionName, stage: StageCode) =>
  (transitionsOf[role] ?? []).includes(name) && (transitions[name].from as readonly StageCode[]).includes(stage)

describe.each(stageCodes)('at stage %i', (stage) => {
  test.each(Object.keys(transitionsOf))(
    '%s sees exactly the transitions of this role, and all others are rejected',
    async (role) => {
      const person = people[role] as Caller
      await setStage(platform, id, stage, { returnedFrom: 20 })
      const before = await row()
      const status = await person.ask(declaration.calls.getStatus, { id })
      const allowed = transitionNames.filter((name) => isAllowed(role, name, stage))
      if (status.success) expect(status.data.actions).toEqual(allowed)
      else expect([status.status, allowed]).toEqual([404, []])
      for (const name of transitionNames.filter((one) => !allowed.includes(one))) {
        const answer = await submitAction(person, id, name, {
          comment: '试一试',
          score: 60,
          remarks: [{ at: 'contact', text: '改' }],
        })
        expect([name, [403, 404, 409].includes(answer.status), answer.status]).toEqual([name, true, answer.status])
      }
      expect(await row()).toEqual(before)
    },
  )

  test('an administrator sees the transitions of the platform and the officers, but none of the declarant', async () => {
    const admin = await platform.admin()
    const excluded = [
      ...['submit', 'withdraw', 'invite', 'recall', 'confirm', 'score', 'cancelUnlist'],
      // for the candidates of a task only
      ...['reviewApprove', 'reviewReturn', 'reviewReject'],
      // without an open objection, and without an expiry
      ...['dismiss', 'uphold', ...liftNames],
    ]
    const { actions } = await admin.get(declaration.calls.getStatus, { id })
    expect(actions).toEqual(
      transitionNames.filter(
        (name) =>
          transitions[name].perm !== null &&
          !excluded.includes(name) &&
          (transitions[name].from as readonly StageCode[]).includes(stage),
      ),
    )
  })
})

describe('a rejected transition', () => {
  test('names the current stage if the stage has changed', async () => {
    await setStage(platform, id, 30)
    const answer = await submitAction(people.city as Caller, id, 'claim')
    expect(answer).toMatchObject({
      status: 409,
      msg: '该申报目前处于“省级审核中”，不能执行此操作，请刷新后再试',
      data: { status: 30, name: '省级审核中' },
    })
    const english = await (people.city as Caller).ask(
      declaration.calls.submitStatus,
      { id, action: 'claim' },
      { 'blade-language': 'en' },
    )
    expect(english.msg).toBe(
      'The declaration is now at “Province review”, so this is not possible; please reload and try again',
    )
  })

  test('fails on an outdated version if another user was first', async () => {
    await setStage(platform, id, 10)
    const { version } = await (people.city as Caller).get(declaration.calls.getStatus, { id })
    expect((await submitAction(people.city as Caller, id, 'claim', { version: version + 1 })).status).toBe(409)
    expect((await submitAction(people.city as Caller, id, 'claim', { version })).data.status).toBe(20)
    expect((await submitAction(people.city as Caller, id, 'approve', { version })).status).toBe(409)
  })

  test.each(['', 'dance', 'toString', '__proto__', 'expire', 'archive'])(
    'fails if users cannot make the transition %j',
    async (action) => {
      await setStage(platform, id, 70)
      expect([400, 403]).toContain((await submitAction(people.enterprise as Caller, id, action)).status)
      expect((await row()).declareStatus).toBe(70)
    },
  )

  test('fails for all but one of several claims at the same time', async () => {
    await setStage(platform, id, 10)
    const answers = await Promise.all([1, 2, 3, 4].map(() => submitAction(people.city as Caller, id, 'claim')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })
})

describe('other names for a transition', () => {
  test.each([
    [10, 'city', { action: 'accept' }, 20],
    [10, 'city', { status: 20 }, 20],
    [20, 'city', { status: 30 }, 30],
    [10, 'enterprise', { status: 90 }, 90],
    [20, 'city', { action: 'reject', comment: '不符合条件' }, 80],
    [20, 'city', { action: 'return', remarks: [{ at: 'contact', text: '请补充' }] }, 70],
  ] as const)('at stage %i, %s sends %j and the stage becomes %i', async (stage, role, input, newStage) => {
    await setStage(platform, id, stage)
    const answer = await (people[role] as Caller).ask(declaration.calls.submitStatus, { id, ...input } as never)
    expect([answer.msg, (await row()).declareStatus]).toEqual(['操作成功', newStage])
  })

  test.each([
    [20, 'city', { status: 60 }],
    [20, 'city', { status: 20 }],
    [20, 'city', {}],
    [10, 'city', { status: 99 }],
  ] as const)('at stage %i, %s sends %j and is rejected', async (stage, role, input) => {
    await setStage(platform, id, stage)
    const answer = await (people[role] as Caller).ask(declaration.calls.submitStatus, { id, ...input })
    expect(answer).toMatchObject({ status: 400, msg: '不支持此操作' })
    expect((await row()).declareStatus).toBe(stage)
  })
})
