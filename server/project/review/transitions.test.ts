import { beforeAll, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { permissionOf, perms } from '#contract/project/transition-perms.ts'
import { type TransitionName, transitionNames, transitionOf } from '#contract/project/transitions.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { type App, type Ctx, tx, type User } from '#server/engine/context.ts'
import { contextFor, person, rightsOf } from '../../../tests/support/context.ts'
import { declarationAfter, type Step, step } from '../../../tests/support/declaration-steps.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { creditCode } from '../../../tests/support/scenario.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import { readDeclaration } from '../record/declaration-row.ts'
import { applyTransition, availableTransitions, obstaclesTo } from './transitions.ts'
import { waitingFilter } from './waiting.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  const accounts = ['7', '8'].map((id) => ({ id, account: id, name: id, realName: id, status: 1 as const }))
  await db.insertInto('user').values(accounts).execute()
})

const own = creditCode(1)
const everywhere = { scopes: { declaration: [{ type: 1 }] } }
const every = perms.map((perm) => `declaration_${perm}`)
const permsOf = (aliases: readonly string[]) =>
  perms
    .filter((perm) => permissionOf(perm).roles.some((role) => aliases.includes(role)))
    .map((perm) => `declaration_${perm}`)
const officer = (id: string, ...aliases: string[]) =>
  person({ id, rights: rightsOf({ ...everywhere, aliases, codes: permsOf(aliases) }) })
const withEverything = (more: Partial<User>) => person({ rights: rightsOf({ ...everywhere, codes: every }), ...more })

/** Each kind of caller; those with every permission show what is left to the conditions. */
const callers: Readonly<Record<string, User>> = {
  nobody: person({ rights: rightsOf(everywhere) }),
  owner: withEverything({ accountType: 1, organizationCode: own }),
  company: withEverything({ accountType: 1, organizationCode: creditCode(3) }),
  invited: withEverything({ accountType: 2, operator: 1, region: '320000', organizationCode: creditCode(2) }),
  elsewhere: withEverything({ accountType: 2, operator: 1, region: '330000', organizationCode: creditCode(4) }),
  official: withEverything({ id: '7' }),
  city: officer('8', 'city'),
  miit: officer('5', 'province_miit'),
  ca: officer('6', 'province_ca'),
  both: officer('7', 'province_miit', 'province_ca'),
  expert: officer('21', 'expert'),
  other: officer('24', 'expert'),
  platform: officer('9', 'platform'),
}

const days = (count: number) => wireTime(new Date(Date.now() - count * 86_400_000))
const score = (userId: string, conflict = false): Step =>
  step('score', 40, 40, { userId, score: conflict ? null : 80, conflict })
const atExperts = [step('provinceApprove', 30, 40)]
const atNotice = [step('decideApprove', 40, 50)]
const listed = [step('publish', 50, 60)]
const approved = (userId: string) => step('provinceApprove', 30, 30, { office: 'province_miit', userId })
const experts = ['21', '22', '23']

/** Each stage, and in each what earlier steps may have left. */
const samples: Readonly<Record<string, readonly [number, readonly Step[], object?]>> = {
  draft: [0, []],
  invited: [5, [step('invite', 0, 5)]],
  submitted: [10, [step('submit', 0, 10)]],
  accepted: [20, [step('claim', 10, 20)]],
  'further review': [25, [step('cityApprove', 20, 25)]],
  'in the province': [30, [step('cityApprove', 20, 30)]],
  'approved by another person': [30, [step('cityApprove', 20, 30), approved('4')]],
  'approved by the caller': [30, [step('cityApprove', 20, 30), approved('7')]],
  'approved before a return': [
    30,
    [step('cityApprove', 20, 30), approved('7'), step('provinceReturn', 30, 70), step('submit', 70, 30)],
  ],
  'without experts': [40, atExperts],
  'not scored': [40, atExperts, { experts }],
  'scored by one': [40, [...atExperts, score('21')], { experts }],
  'refused by one': [40, [...atExperts, score('21', true)], { experts }],
  scored: [40, [...atExperts, ...experts.map((id) => score(id))], { experts }],
  'in its notice': [50, atNotice, { stageSince: days(-1) }],
  'after its notice': [50, atNotice, { stageSince: days(1) }],
  'objected to': [50, [...atNotice, step('object', 50)], { stageSince: days(1) }],
  'with a dismissed objection': [50, [...atNotice, step('object', 50), step('dismiss', 50)], { stageSince: days(1) }],
  listed: [60, listed],
  'with a request of the caller': [60, [...listed, step('unlist', 60, 60, { userId: '9' })]],
  'with a request of another person': [60, [...listed, step('unlist', 60, 60, { userId: '4' })]],
  'with a request withdrawn': [60, [...listed, step('unlist', 60, 60, { userId: '4' }), step('cancelUnlist', 60)]],
  returned: [70, [step('cityReturn', 20, 70)], { returnedFrom: 20 }],
  rejected: [80, [step('cityReject', 20, 80)]],
  withdrawn: [90, [step('withdraw', 10, 90)]],
  removed: [95, [...listed, step('unlist', 60, 95)]],
  'returned too long ago': [70, [step('cityReturn', 20, 70)], { returnedFrom: 20, correctionUntil: days(2) }],
  expired: [99, [step('cityReturn', 20, 70, { office: 'city' }), step('expire', 70, 99)], { returnedFrom: 20 }],
  'expired after a return of the province': [
    99,
    [step('provinceReturn', 30, 70, { office: 'province_ca' }), step('expire', 70, 99)],
    { returnedFrom: 30 },
  ],
  'expired again': [
    99,
    [
      step('cityReturn', 20, 70, { office: 'city' }),
      ...[step('expire', 70, 99), step('cityLift', 99, 70), step('expire', 70, 99)],
    ],
    { returnedFrom: 20 },
  ],
  archived: [99, [step('cityReject', 20, 80), step('archive', 80, 99)], { returnedFrom: 20 }],
}

const named = {
  ...{ organizationCode: own, operators: [1], city: '320500', year: '2026' },
  ...{ projectName: '智能工厂', commpanyName: '苏州澄川' },
}

const part = { version: 1, savedBy: null, savedAt: '2026-01-01 08:00:00' }

/** Those that are offered before they can be made, with the reason. All others are offered only when they can. */
const hasObstacles: readonly TransitionName[] = ['submit', 'provinceApprove', 'decideApprove', 'decideReject']

const isFrom = (name: TransitionName, stage: number | undefined) => transitionOf(name).from.some((one) => one === stage)

class Undone extends Error {}

/** What becomes of a transition with every input that one may need: null if it is made. It is undone. */
const failureOf = async (ctx: Ctx, id: string, action: TransitionName): Promise<Fail | null> => {
  const input = { id, action, comment: '理由', score: 80, conflict: 0, experts: experts.join(), confirmTruth: 1 }
  try {
    await tx(ctx, async (inside) => {
      await applyTransition(inside, { ...input, remarks: [{ at: 'information.projectName', text: '请修改' }] })
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof Fail) return error
    if (!(error instanceof Undone)) throw error
  }
  return null
}

/** Those whose input or documents the samples do not have. */
const isIncomplete = (name: TransitionName, failure: Fail) =>
  failure.code === 400 && ['submit', 'invite', 'confirm', 'assign'].includes(name)

test.each(Object.keys(samples))('a declaration %s offers what succeeds, and waits for what is due', async (sample) => {
  const [stage, steps, more = {}] = samples[sample] ?? []
  const { id } = await declarationAfter(db, steps ?? [], stage, { ...named, ...more })
  const bodies = {
    information: { ...named, nationalEconomy1: 'C', factoryLevel: 1, province: '320000', totalInvestment: 100 },
    facilities: { network: { operator: 1, networkMode: 1 } },
  }
  const parts = Object.entries(bodies).map(([name, body]) => ({
    ...part,
    pid: id,
    part: name,
    body: JSON.stringify(body),
  }))
  await db.insertInto('declarationPart').values(parts).execute()
  for (const [caller, person] of Object.entries(callers)) {
    const ctx = await contextFor(app, person)
    const row = await readDeclaration(ctx, id)
    const offered = await availableTransitions(ctx, row)
    const obstacles = (await obstaclesTo(ctx, row, offered)).map(({ action }) => action)
    const possible = offered.filter((name) => !obstacles.includes(name))
    expect(obstacles.filter((name) => !hasObstacles.includes(name))).toEqual([])
    // that no stage offers more than its own is the same for all callers
    const tried = caller === 'official' ? transitionNames : transitionNames.filter((name) => isFrom(name, stage))
    const succeeded: TransitionName[] = []
    for (const name of tried) {
      const failure = await failureOf(ctx, id, name)
      if (failure === null || (possible.includes(name) && isIncomplete(name, failure))) succeeded.push(name)
    }
    const waits = (await run(db, sql`select 1 from declaration where id = ${id} and ${waitingFilter(ctx)}`)).length > 0
    const due = offered.filter((name) => transitionOf(name).traits.includes('duty'))
    const mustWait = due.some((name) => possible.includes(name))
    expect({ caller, succeeded, waits }).toEqual({
      caller,
      succeeded: possible,
      waits: mustWait || (waits && due.length > 0),
    })
  }
})
