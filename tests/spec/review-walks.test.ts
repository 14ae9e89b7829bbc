import { beforeAll, describe, expect, test } from 'vitest'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { messages } from '#contract/inbox/message.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { TransitionName } from '#contract/project/transitions.ts'
import { sql } from '#server/base/database/sql.ts'
import { makeRandom, type Random } from '#server/seed/demo/random.ts'
import { loseConnections } from '../support/lose-connections.ts'
import { type Answer, type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo, expectConsistent, type ReviewTasks, reviewers, reviewTasks } from '../support/review-tasks.ts'
import { submitAction } from '../support/scenario.ts'

/**
 * Random walks through the review by everybody and by both doors, with crashes in the middle of steps. `REVIEW_WALKS` sets their number, `REVIEW_SEED` the first one;
 * a failure names its seed and its steps.
 */
const walks = Number(process.env.REVIEW_WALKS ?? 15)
const firstSeed = Number(process.env.REVIEW_SEED ?? 1)
const steps = 25

let platform: Platform
let review: Review
let tasks: ReviewTasks
let admin: Caller

/** What a walk reads of an answer. */
type Acted = Pick<Answer<unknown>, 'success' | 'code'>

const outside = ['invite', 'recall', 'confirm'] as readonly string[]

/** What a transition needs; sometimes not enough. */
const inputFor = (name: TransitionName, random: Random): object => ({
  comment: random.chance(0.08) ? ' ' : '已阅',
  ...(name.endsWith('Return') && random.chance(0.9) ? remarks('information.projectName') : {}),
  ...(name === 'score' ? { conflict: random.chance(0.1) ? 1 : 0, score: random.int(60, 99) } : {}),
  ...(name === 'assign'
    ? { experts: ['expert1', 'expert2', 'expert3'].map((one) => review.person(one).id).join(',') }
    : {}),
})

const readState = async () => {
  const { stage, moves, recorded, openKeys } = await expectConsistent(platform.db, review.id())
  return { stage, moves, recorded, openKeys }
}

/** The stage, and how many steps the declaration has. After a crash, the connection that reads them can be a lost one too. */
const state = () =>
  readState().catch((error: unknown) => {
    if (!/^Error: (Connection terminated|Client has encountered)/.test(String(error))) throw error
    return readState()
  })

const endByAdministrator = async () => {
  const processInstanceId = await tasks.instanceId()
  const input = { processInstanceId, deleteReason: '测试终止' }
  return (await admin.ask(flowFollow.calls.deleteProcessInstance, input)).success
}

/** Completes the person's task that lists the transition, claimed before; null if they have none. */
const byTask = async (who: (typeof reviewers)[number], name: TransitionName, input: object) => {
  const key = {
    ...{ claim: 'accept', publish: 'notice', dismiss: 'objection', uphold: 'objection', score: 'score' },
    ...{ unlist: 'confirm', cancelUnlist: 'confirm' },
  }[name as string]
  const task = key ?? (/^(city|province)/.test(name) ? `${/^(city|province)/.exec(name)?.[0]}Review` : 'decide')
  if (name === 'object') return null
  try {
    const { comment, ...variables } = input as { comment: string }
    return await tasks.complete(who, task, { action: name, ...variables }, { comment })
  } catch (error) {
    if (!/has no task|claim-task/.test(String(error))) throw error
    return null
  }
}

const people = ['company', ...reviewers] as const
type Person = (typeof people)[number]
const callerOf = (who: Person): Caller => (who === 'company' ? review.company : review.person(who))
/** Transitions that end a walk early are seldom chosen. */
const isEnding = (name: string) => /^withdraw$|Reject$|^uphold$/.test(name)

/** While experts have to score, the platform seldom decides. */
const isEarly = (name: string, openKeys: readonly string[]) =>
  openKeys.includes('score') && /^(assign|decide)/.test(name)

/** Somebody who can act, and one of their transitions; null if nobody can. */
const nextMove = async (
  random: Random,
  openKeys: readonly string[],
): Promise<{ who: Person; name: TransitionName } | null> => {
  const ending = random.chance(0.15)
  for (const who of people.toSorted(() => random.next() - 0.5)) {
    const { data } = await callerOf(who).ask(declaration.calls.getStatus, { id: review.id() })
    const open = (data?.actions ?? []).filter(
      (name) => !outside.includes(name) && (ending || !(isEnding(name) || isEarly(name, openKeys))),
    )
    if (open.length) return { who, name: random.pick(open) }
  }
  return null
}

const succeeded = new Set<string>()
let crashesSeen = 0

/** Acts while the database loses all connections; an answer that was a success must have been stored. */
const actAndCrash = async (act: () => Promise<Acted>, delay: number): Promise<Acted> => {
  const before = await state()
  const failed: Acted = { success: false, code: 500 }
  const isConnected = () => Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(platform.db)))
  const answer = await loseConnections(platform.databaseUrl, delay, () => act().catch(() => failed), isConnected)
  if (answer.success) expect(await state()).not.toEqual(before)
  else crashesSeen += 1
  return answer
}

const makeStep = async (random: Random, log: string[]): Promise<boolean> => {
  const before = await state()
  if (random.chance(0.02) && (await endByAdministrator())) {
    log.push('administrator ends')
    expect((await state()).stage, log.join(', ')).toBe(before.stage === 60 ? 60 : 90)
    return true
  }
  const move = await nextMove(random, before.openKeys)
  if (!move) return false
  const { who, name } = move
  const input = inputFor(name, random)
  const takesTask = who !== 'company' && random.chance(0.5)
  const act = async () =>
    (takesTask ? await byTask(who, name, input) : null) ??
    (await submitAction(callerOf(who), review.id(), name, { ...input }))
  const crashes = random.chance(0.06)
  const answer = crashes ? await actAndCrash(act, random.int(0, 40)) : await act()
  log.push(`${who} ${name} ${answer.code}${crashes ? ' with a crash' : ''}`)
  if (!crashes) expect(answer.code, log.join(', ')).toBeLessThan(500)
  const after = await state()
  if (answer.success) succeeded.add(name)
  // a step that was not answered is made as a whole, or not at all
  else if (!crashes || after.recorded === before.recorded) expect(after, log.join(', ')).toEqual(before)
  return true
}

let begun = 0

/** A company may have 100 declarations, so that many walks need several companies. */
const nextReview = async () => {
  if (begun++ % 90 > 0) return
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
}

const walk = async (seed: number): Promise<void> => {
  const random = makeRandom(seed)
  const log: string[] = []
  await nextReview()
  await review.beginDeclaration()
  // a third begins with a draft, the others with the reviews that come late
  const stage = ([null, 40, 50] as const)[seed % 3]
  if (stage) await bringTo(review, stage)
  try {
    for (let n = 0; n < steps; n++) if (!(await makeStep(random, log))) return
  } catch (error) {
    throw new Error(`Seed ${seed}: ${log.join(', ')}`, { cause: error })
  }
}

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

describe('random walks of everybody by both doors', () => {
  test.each(Array.from({ length: walks }, (_, n) => firstSeed + n))('agree in every step: seed %i', async (seed) => {
    await walk(seed)
    const { stage, openKeys } = await state()
    expect((await review.status()).status).toBe(stage)
    const messagesOf = async (by: Caller) => (await by.get(messages.list, { size: 200 })).records
    expect((await messagesOf(review.company)).length).toBeGreaterThan(0)
    // a task that is done no longer asks the officer to do something
    const asked = (await messagesOf(review.person('city'))).filter(
      ({ kind, title, isDone }) => kind === 'todo' && title.includes(review.projectName()) && !isDone,
    )
    if (!openKeys.some((key) => key === 'accept' || key === 'cityReview')) expect(asked).toEqual([])
  })

  test('reach every stage, and come back from those that return', () => {
    const central = [
      ...['cityReturn', 'provinceReturn', 'decideReturn', 'score', 'object', 'dismiss', 'uphold', 'publish'],
      ...['unlist', 'cancelUnlist'],
    ]
    // a few walks, as one repeats a failure, need not reach them
    expect(walks < 30 ? [] : central.filter((name) => !succeeded.has(name))).toEqual([])
    if (walks >= 30) expect(crashesSeen).toBeGreaterThan(5)
  })
})
