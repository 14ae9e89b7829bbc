import type { StageCode } from '#contract/project/stages.ts'
import type { Remark } from '#contract/project/status.ts'
import type { TransitionName } from '#contract/project/transitions.ts'
import type { Db } from '../../base/database/db.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { Random } from './random.ts'

/** A transition of a demonstration declaration and the office that performed it. */
export type Move = readonly [move: TransitionName, from: StageCode, to: StageCode, office: string]

/** Ids of the scenario's users, by account. */
export type ScenarioUsers = ReadonlyMap<string, string>

const submitted: readonly Move[] = [['submit', 0, 10, 'enterprise']]
const accepted: readonly Move[] = [...submitted, ['claim', 10, 20, 'city']]
const approvedByCity: readonly Move[] = [...accepted, ['cityApprove', 20, 30, 'city']]
const approvedByProvince: readonly Move[] = [
  ...approvedByCity,
  ['provinceApprove', 30, 30, 'province_miit'],
  ['provinceApprove', 30, 40, 'province_ca'],
]
const score: Move = ['score', 40, 40, 'expert']

const paths: Partial<Record<StageCode, readonly Move[]>> = {
  5: [['invite', 0, 5, 'enterprise']],
  10: submitted,
  20: accepted,
  30: approvedByCity,
  40: approvedByProvince,
  50: [...approvedByProvince, score, score, score, ['decideApprove', 40, 50, 'platform']],
  70: [...accepted, ['cityReturn', 20, 70, 'city']],
  80: [...accepted, ['cityReject', 20, 80, 'city']],
  90: [...submitted, ['withdraw', 10, 90, 'enterprise']],
}

/** The transitions that lead to a stage. */
export const movesTo = (stage: StageCode): readonly Move[] => paths[stage] ?? []

const hours = 3_600_000

/** For how many days the declaration window has been open: all declarations begin after it has opened. */
export const daysOpen = 110
/** How long declarations stay at a stage at most, in days, besides the hours between two steps. */
const maxDaysAtStage: Partial<Record<StageCode, number>> = { 10: 25, 20: 25, 70: 25, 80: 70, 90: 70 }
/** How long a city office takes at most, in days. */
const maxDaysInCity = 60

/**
 * Times of the creation and of every move, oldest first: 20 to 80 hours apart, the newest 20 to 90 hours before `daysAgo` days ago.
 * The stays spread the submissions over the months since the window opened.
 */
export const stepTimes = (random: Random, moves: readonly Move[], daysAgo: number): string[] => {
  const stayed = random.int(0, maxDaysAtStage[moves.at(-1)?.[2] ?? 0] ?? 0)
  const inCity = random.int(0, maxDaysInCity)
  let at = Date.now() - (daysAgo + stayed) * 24 * hours - random.int(20, 90) * hours
  const times = moves.toReversed().map(([move]) => {
    const time = wireTime(new Date(at))
    at -= random.int(20, 80) * hours + (move === 'cityApprove' ? inCity * 24 * hours : 0)
    return time
  })
  return [...times, wireTime(new Date(at))].reverse()
}

/** Accounts of the scenario's experts. */
export const expertAccounts: readonly string[] = ['demo.expert1', 'demo.expert2', 'demo.expert3']

const accountsByOffice: Readonly<Record<string, readonly string[]>> = {
  province_miit: ['demo.miit'],
  province_ca: ['demo.ca'],
  expert: expertAccounts,
}

/** What the codes of the places begin with for which an office has an account (people.ts). */
const placesByOffice: Readonly<Record<string, string>> = { city: '3205', province_miit: '32', province_ca: '32' }

/** The account that performs the step `i` for a company in this city, if there is one; the experts take turns. */
const accountOf = (office: string, city: string, i: number): string | null => {
  if (!city.startsWith(placesByOffice[office] ?? '')) return null
  const accounts = accountsByOffice[office]
  return accounts ? (accounts[i % accounts.length] as string) : `demo.${office}`
}

const comments: Partial<Record<TransitionName, string>> = {
  cityApprove: '材料齐全，符合申报条件。',
  provinceApprove: '同意推荐。',
  cityReturn: '请按所列要求修改后重新提交。',
  cityReject: '所填安全防护措施与现场核查情况不符。',
  decideApprove: '评审通过。',
}

/** Inserts the moves of a declaration; the first of `times` is its creation. */
export const insertMoves = async (
  db: Db,
  random: Random,
  users: ScenarioUsers,
  pid: string,
  {
    city,
    declarant,
    moves,
    times,
    remarks,
  }: {
    city: string
    declarant: string
    moves: readonly Move[]
    times: readonly string[]
    remarks: readonly Remark[]
  },
): Promise<void> => {
  const rows = moves.map(([move, fromStage, toStage, office], i) => ({
    pid,
    move,
    fromStage,
    toStage,
    office,
    userId: office === 'enterprise' ? declarant : (users.get(accountOf(office, city, i) ?? '') ?? null),
    comment: comments[move] ?? null,
    createTime: times[i + 1] as string,
    score: move === 'score' ? random.int(76, 96) : null,
    remarks: JSON.stringify(toStage === 70 ? remarks : []),
    loop: 0,
  }))
  if (rows.length) await db.insertInto('declarationMove').values(rows).execute()
}
