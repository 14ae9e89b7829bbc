import { check } from '#contract/kit/check.ts'
import { relaxed } from '#contract/kit/field.ts'
import { faultsOf, progressOf, type Typed } from '#contract/project/completeness.ts'
import { informationFields } from '#contract/project/information.ts'
import { parts } from '#contract/project/parts.ts'
import type { StageCode, TransitionName } from '#contract/project/stages.ts'
import type { Remark } from '#contract/project/status.ts'
import type { Db } from '../../base/database/db.ts'
import { wireTime } from '../../base/process/clock.ts'
import { freeze } from '../../project/freeze.ts'
import type { DemoCompany } from './companies.ts'
import { documentsFor } from './documents.ts'
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

/** The transitions that lead to a stage, with the office that performed each. */
const paths: Partial<
  Record<StageCode, readonly (readonly [move: TransitionName, from: StageCode, to: StageCode, office: string])[]>
> = {
  5: [['invite', 0, 5, 'enterprise']],
  10: [['submit', 0, 10, 'enterprise']],
  90: [
    ['submit', 0, 10, 'enterprise'],
    ['withdraw', 10, 90, 'enterprise'],
  ],
}
const submitted = paths[10] as NonNullable<(typeof paths)[10]>
paths[20] = [...submitted, ['claim', 10, 20, 'city']]
paths[30] = [...paths[20], ['cityApprove', 20, 30, 'city']]
paths[40] = [...paths[30], ['provinceApprove', 30, 30, 'province_miit'], ['provinceApprove', 30, 40, 'province_ca']]
paths[50] = [
  ...paths[40],
  ...(['score', 'score', 'score'] as const).map((move) => [move, 40, 40, 'expert'] as const),
  ['decideApprove', 40, 50, 'platform'],
]
paths[70] = [...paths[20], ['cityReturn', 20, 70, 'city']]
paths[80] = [...paths[20], ['cityReject', 20, 80, 'city']]

const remarksPool: readonly Remark[] = [
  { at: 'facilities.network.latencyMs', text: '请补充端到端时延的测试依据，并核对数值。' },
  { at: 'innovation.scenes', text: '核心场景的必要性说明过于笼统，请补充。' },
  { at: 'information.projectOverview', text: '项目概况与所选建设层级不一致，请调整。' },
  { at: 'implementation.fundPlan', text: '资金计划未覆盖全部年度，请补齐。' },
  { at: 'protection.overview', text: '请说明切片隔离的具体做法。' },
]

/** Attachment ids of the required materials, by type. */
export type Materials = ReadonlyMap<number, string>

interface SharedData {
  /** Project names that two declarations share. */
  readonly names: unknown[]
  readonly files: Materials
}

interface DemoDeclaration {
  company: DemoCompany
  stage: StageCode
  documents: Record<string, Typed>
  completeness: number
  moves: readonly (readonly [TransitionName, StageCode, StageCode, string])[]
  remarks: Remark[]
}

const completeness = (documents: Record<string, Typed>) => {
  const faults = faultsOf(documents)
  return Math.round(
    (parts.filter(({ code }) => progressOf(code, documents[code], faults) === 2).length / parts.length) * 100,
  )
}

/** Removes two to five parts from a draft; the first ten drafts also get an impossible investment. */
const asDraft = (random: Random, documents: Record<string, Typed>, n: number) => {
  if (n < 10)
    (documents.information as Typed).fiveGInvestment = Number((documents.information as Typed).totalInvestment) * 1.5
  for (const code of random.sample(
    Object.keys(documents).filter((one) => one !== 'information'),
    random.int(2, 5),
  ))
    delete documents[code]
}

const duplicatePairs = 6

/** Fills the materials part with one row per file; all declarations share the same files. */
const withMaterials = (documents: Record<string, Typed>, files: Materials) => {
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
  if (stage === 5) delete documents.facilities
  // six pairs with the same project name, for the search for duplicates
  if (stage === 10 && n < duplicatePairs) names.push((documents.information as Typed).projectName)
  if (stage === 20 && n < duplicatePairs) (documents.information as Typed).projectName = names[n]
  const remarks = stage === 70 ? (n === 0 ? [...remarksPool] : random.sample(remarksPool, random.int(1, 3))) : []
  return { company, stage, documents, completeness: completeness(documents), moves: paths[stage] ?? [], remarks }
}

const hours = 3_600_000
/** Times of the last steps, oldest first: 20 to 80 hours apart, the newest 20 to 90 hours ago. */
const times = (random: Random, count: number) => {
  let at = Date.now() - random.int(20, 90) * hours
  return Array.from({ length: count }, () => {
    const time = wireTime(new Date(at))
    at -= random.int(20, 80) * hours
    return time
  }).reverse()
}

const comments: Partial<Record<TransitionName, string>> = {
  cityApprove: '材料齐全，符合申报条件。',
  provinceApprove: '同意推荐。',
  cityReturn: '请按所列要求修改后重新提交。',
  cityReject: '所填安全防护措施与现场核查情况不符。',
  decideApprove: '评审通过。',
}

const insertDeclaration = async (
  db: Db,
  random: Random,
  declaration: DemoDeclaration,
  templateId: string,
  people: ReadonlyMap<string, string>,
  serial: number,
) => {
  const { company, stage, documents, moves, remarks } = declaration
  const information = documents.information as Typed
  const { value, faults } = check(relaxed(informationFields), information, { mode: 'new' })
  const bad = new Set(faults.map(({ at }) => at))
  const columns = Object.fromEntries(Object.entries(value).filter(([name]) => !bad.has(name) && name !== 'operators'))
  const stepTimes = times(random, moves.length + 1)
  const since = stepTimes[stepTimes.length - 1] as string
  const wasSubmitted = moves.some(([move]) => move === 'submit')
  const owner = people.get('demo.enterprise') ?? null
  const { id: pid } = await db
    .insertInto('declaration')
    .values({
      ...columns,
      operators: [Number(information.operators)],
      operator: Number(information.operators),
      categorize: company.trade.chain[3] ?? company.trade.chain[2],
      commpanyName: company.commpanyName,
      organizationCode: company.organizationCode,
      templateId,
      year: '2026',
      companyId: company.id,
      declareStatus: stage,
      stageSince: since,
      completeness: declaration.completeness,
      loop: remarks.length ? 1 : 0,
      version: moves.length + 1,
      returnedFrom: remarks.length ? 20 : null,
      applyTime: wasSubmitted ? since : null,
      declareNo: wasSubmitted ? `5G-2026-${company.place.city}-${String(90_000 + serial)}` : null,
      experts:
        stage >= 40 && stage <= 50
          ? ['demo.expert1', 'demo.expert2', 'demo.expert3'].map((account) => people.get(account) as string)
          : null,
      createTime: stepTimes[0],
      updateTime: since,
      createDept: company.deptId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const partRows = Object.entries(documents).map(([part, body]) => ({
    pid,
    part,
    body: JSON.stringify(body),
    version: 1,
    savedBy: owner,
    savedAt: stepTimes[0],
  }))
  await db.insertInto('declarationPart').values(partRows).execute()
  const fileRows = ((documents.material?.files ?? []) as { attachId: string }[]).map(({ attachId }) => ({
    pid,
    attachId,
  }))
  if (fileRows.length) await db.insertInto('declarationFile').values(fileRows).execute()
  if (wasSubmitted) await freeze({ db, actor: { id: owner } }, pid, documents)
  const experts = ['demo.expert1', 'demo.expert2', 'demo.expert3']
  const byOffice = (office: string, i: number) =>
    people.get(
      office === 'province_miit'
        ? 'demo.miit'
        : office === 'province_ca'
          ? 'demo.ca'
          : office === 'expert'
            ? (experts[i % 3] as string)
            : `demo.${office}`,
    ) ?? null
  const steps = moves.map(([move, fromStage, toStage, office], i) => ({
    pid,
    move,
    fromStage,
    toStage,
    office,
    userId: byOffice(office, i),
    comment: comments[move] ?? null,
    createTime: stepTimes[i + 1] as string,
    score: move === 'score' ? random.int(76, 96) : null,
    remarks: JSON.stringify(toStage === 70 ? remarks : []),
    loop: 0,
  }))
  if (steps.length) await db.insertInto('declarationMove').values(steps).execute()
}

/** Seeds the 180 declarations in progress, from drafts to public notice, with documents, frozen versions and timelines. */
export const seedDeclarations = async (
  db: Db,
  random: Random,
  companies: readonly DemoCompany[],
  templateId: string,
  people: ReadonlyMap<string, string>,
  files: Materials,
): Promise<void> => {
  const stages = workPlan.flatMap(([stage, count]) => Array.from({ length: count }, (_, n) => [stage, n] as const))
  const shared: SharedData = { names: [], files }
  for (const [i, [stage, n]] of stages.entries())
    await insertDeclaration(
      db,
      random,
      makeDeclaration(random, companies[i] as DemoCompany, stage, n, shared),
      templateId,
      people,
      i,
    )
}
