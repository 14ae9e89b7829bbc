import { check } from '#contract/kit/check.ts'
import { relaxed } from '#contract/kit/field.ts'
import { faultsOf, progressOf } from '#contract/project/completeness.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { informationFields } from '#contract/project/information.ts'
import { parts } from '#contract/project/parts.ts'
import { furthestStageAfter, type ReviewStage, type StageCode } from '#contract/project/stages.ts'
import type { Remark } from '#contract/project/status.ts'
import type { TransitionName } from '#contract/project/transitions.ts'
import type { Db } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { momentOf, wireTime } from '../../base/process/clock.ts'
import { freeze } from '../../project/draft/freeze.ts'
import type { DemoCompany } from './companies.ts'
import { documentsFor } from './documents.ts'
import { expertAccounts, insertMoves, type Move, movesTo, type ScenarioUsers, stepTimes } from './moves.ts'
import { projectFor } from './project.ts'
import type { Random } from './random.ts'

/** Number of demonstration declarations at each stage. */
export const workPlan: readonly (readonly [stage: StageCode, count: number])[] = [
  [0, 40],
  [5, 12],
  // submit-declaration.ts adds one more through the enterprise's calls
  [10, 24],
  [20, 30],
  [30, 22],
  [40, 15],
  [50, 10],
  [70, 18],
  [80, 5],
  [90, 3],
]

const remarksPool: readonly Remark[] = [
  { at: 'facilities.network.latencyMs', text: '请核对端到端时延的数值，并在提交时说明测试条件。' },
  { at: 'innovation.scenes', text: '核心场景的必要性说明过于笼统，请补充。' },
  { at: 'information.projectOverview', text: '项目概况与所选建设层级不一致，请调整。' },
  { at: 'implementation.fundPlan', text: '资金计划未覆盖全部年度，请补齐。' },
  { at: 'protection.overview', text: '请说明切片隔离的具体做法。' },
]

/** Attachment ids of the required materials, by type. */
export type Materials = ReadonlyMap<number, string>

/** A round of declarations: its template, when its window opened, and the deadlines of its offices. */
export interface Round {
  readonly id: string
  readonly openAt: string
  readonly cityDeadline: string
  readonly provinceDeadline: string
}

interface SharedData {
  /** Project names that two declarations share. */
  readonly names: unknown[]
  readonly files: Materials
}

interface DemoDeclaration {
  company: DemoCompany
  stage: StageCode
  documents: Record<string, DraftPart>
  completeness: number
  moves: readonly Move[]
  /** Times of the creation and of every move. */
  times: readonly string[]
  remarks: Remark[]
}

const completeness = (documents: Record<string, DraftPart>) => {
  const faults = faultsOf(documents)
  return Math.round(
    (parts.filter(({ code }) => progressOf(code, documents[code], faults) === 2).length / parts.length) * 100,
  )
}

/** Removes two to five parts of a draft; the first ten drafts also get an impossible investment. */
const asDraft = (random: Random, documents: Record<string, DraftPart>, n: number) => {
  if (n < 10)
    (documents.information as DraftPart).fiveGInvestment =
      Number((documents.information as DraftPart).totalInvestment) * 1.5
  for (const code of random.sample(
    Object.keys(documents).filter((one) => one !== 'information'),
    random.int(2, 5),
  ))
    delete documents[code]
}

const duplicatePairs = 6

/** Where the declarations of a stage begin in the plan. */
export const startOfStage = (stage: StageCode): number =>
  workPlan
    .slice(
      0,
      workPlan.findIndex(([one]) => one === stage),
    )
    .reduce((sum, [, count]) => sum + count, 0)

/** Positions in the plan of the declarations that share a project name: their companies are of one place and trade. */
export const sharedNames: readonly (readonly [first: number, second: number])[] = Array.from(
  { length: duplicatePairs },
  (_, n) => [startOfStage(10) + n, startOfStage(20) + n],
)

/** Declarations whose public notice is over, so that they can be listed and then removed from the library. */
const endedNotices = 2

/** Fills the materials part with one row per file; all declarations share the same files. */
const withMaterials = (documents: Record<string, DraftPart>, files: Materials) => {
  documents.material = {
    files: [...files].map(([type, attachId]) => ({ id: `m${type}`, type, attachId, title: null, remark: null })),
  }
}

const makeDeclaration = (
  random: Random,
  company: DemoCompany,
  stage: StageCode,
  n: number,
  shared: SharedData,
): DemoDeclaration => {
  const { names, files } = shared
  const documents = documentsFor(random, projectFor(random, company.place, company.trade, company))
  withMaterials(documents, files)
  if (stage === 0) asDraft(random, documents, n)
  if (stage === 5) {
    delete documents.facilities
    // the operator of the scenario is invited
    ;(documents.information as DraftPart).operators = '1'
  }
  // six pairs with the same project name, for the search for duplicates
  if (stage === 10 && n < duplicatePairs) names.push((documents.information as DraftPart).projectName)
  if (stage === 20 && n < duplicatePairs) (documents.information as DraftPart).projectName = names[n]
  const remarks = stage === 70 ? (n === 0 ? [...remarksPool] : random.sample(remarksPool, random.int(1, 3))) : []
  const moves = movesTo(stage)
  const times = stepTimes(random, moves, stage === 50 && n < endedNotices ? 6 : 0)
  return { company, stage, documents, completeness: completeness(documents), moves, times, remarks }
}

/** The values of the information part that are valid, as columns of the declaration. */
const informationColumns = (information: DraftPart) => {
  const { value, faults } = check(relaxed(informationFields), information, { mode: 'new' })
  const invalidNames = new Set(faults.map(({ at }) => at))
  return Object.fromEntries(Object.entries(value).filter(([name]) => !invalidNames.has(name) && name !== 'operators'))
}

/** Time of a move, or null if there was none; the first of `times` is the creation. */
const timeOfMove = ({ moves, times }: DemoDeclaration, name: TransitionName): string | null =>
  times[moves.findIndex(([move]) => move === name) + 1] ?? null

const wasSubmitted = ({ moves }: DemoDeclaration) => moves.some(([move]) => move === 'submit')

const day = 86_400_000

/** Four weeks for a correction, of which at least eight days are left: a demonstration does not begin with expiries. */
const lastDayOf = (stageSince: string): string => {
  const last = Math.max(momentOf(stageSince).getTime() + 28 * day, Date.now() + 8 * day)
  return `${wireTime(new Date(last)).slice(0, 10)} 23:59:59`
}

/** As the platform counts them, with at least five working days; the expert review has six days left for its scores. */
const endsOf = (stage: StageCode, stageSince: string, { cityDeadline, provinceDeadline }: Round) => {
  const dayAfter = (from: number, days: number) => `${wireTime(new Date(from + days * day)).slice(0, 10)} 23:59:59`
  const began = momentOf(stageSince).getTime()
  if (stage === 40) {
    const scores = Math.max(began + 21 * day, Date.now() + 6 * day)
    return { scoreUntil: dayAfter(scores, 0), stageUntil: dayAfter(scores, 7) }
  }
  const date = stage === 30 ? provinceDeadline : cityDeadline
  const soonest = dayAfter(began, 7)
  return [10, 20, 30].includes(stage) ? { stageUntil: date > soonest ? date : soonest } : {}
}

const declarationRow = (declaration: DemoDeclaration, round: Round, users: ScenarioUsers, serial: number) => {
  const { company, stage, documents, moves, times, remarks } = declaration
  const information = documents.information as DraftPart
  const stageSince = times[times.length - 1] as string
  return {
    ...informationColumns(information),
    operators: [Number(information.operators)],
    operator: Number(information.operators),
    categorize: company.trade.chain[3] ?? company.trade.chain[2],
    commpanyName: company.commpanyName,
    organizationCode: company.organizationCode,
    templateId: round.id,
    year: '2026',
    companyId: company.id,
    declareStatus: stage,
    stageSince,
    furthestStage: moves.reduce<ReviewStage | null>((furthest, [, , to]) => furthestStageAfter(furthest, to), null),
    completeness: declaration.completeness,
    loop: remarks.length ? 1 : 0,
    version: moves.length + 1,
    returnedFrom: remarks.length ? 20 : null,
    ...endsOf(stage, stageSince, round),
    correctionUntil: stage === 70 ? lastDayOf(stageSince) : null,
    applyTime: wasSubmitted(declaration) ? timeOfMove(declaration, 'submit') : null,
    declareNo: wasSubmitted(declaration) ? `5G-2026-${company.place.city}-${String(90_000 + serial)}` : null,
    experts: stage >= 40 && stage <= 50 ? expertAccounts.map((account) => users.get(account) as string) : null,
    createTime: times[0],
    updateTime: stageSince,
    createDept: company.deptId,
  }
}

const insertDocuments = async (
  db: Db,
  pid: string,
  { documents, times }: DemoDeclaration,
  savedBy: string | null,
): Promise<void> => {
  const partRows = Object.entries(documents).map(([part, body]) => ({
    pid,
    part,
    body: JSON.stringify(body),
    version: 1,
    savedBy,
    savedAt: times[0],
  }))
  await db.insertInto('declarationPart').values(partRows).execute()
  const files = (documents.material?.files ?? []) as { attachId: string }[]
  const fileRows = files.map(({ attachId }) => ({ pid, attachId }))
  if (fileRows.length) await db.insertInto('declarationFile').values(fileRows).execute()
}

/** What the declarations in progress belong to; companies and declarants in the order of the plan. */
interface Surroundings {
  readonly companies: readonly DemoCompany[]
  /** Account of each company. */
  readonly declarants: readonly string[]
  /** In the order of their windows. */
  readonly rounds: readonly Round[]
  readonly users: ScenarioUsers
  readonly files: Materials
}

/** Seeds the 179 declarations in progress, from drafts to public notice, with documents, frozen versions and timelines. */
export const seedDeclarations = async (
  db: Db,
  random: Random,
  { companies, declarants, rounds, users, files }: Surroundings,
): Promise<void> => {
  const stages = workPlan.flatMap(([stage, count]) => Array.from({ length: count }, (_, n) => [stage, n] as const))
  const shared: SharedData = { names: [], files }
  for (const [i, [stage, n]] of stages.entries()) {
    const declaration = makeDeclaration(random, companies[i] as DemoCompany, stage, n, shared)
    const [begun = ''] = declaration.times
    const round = rounds.findLast(({ openAt }) => openAt <= begun) ?? (rounds[0] as Round)
    const declarant = declarants[i] as string
    const { id: pid } = await db
      .insertInto('declaration')
      .values({ ...declarationRow(declaration, round, users, i), createUser: declarant })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertDocuments(db, pid, declaration, declarant)
    if (wasSubmitted(declaration)) await freeze({ db, actor: { id: declarant } }, pid, declaration.documents)
    await insertMoves(db, random, users, pid, { ...declaration, declarant, city: declaration.company.place.city })
    await sql`select recount_stage_stays(array[${pid}]::bigint[])`.execute(db)
  }
}
