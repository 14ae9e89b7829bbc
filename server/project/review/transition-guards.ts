import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { isBlankText } from '#contract/kit/fold.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { faultsOf } from '#contract/project/completeness.ts'
import { commitmentPath, confirmTruth } from '#contract/project/contact.ts'
import type { Documents } from '#contract/project/draft-values.ts'
import { operatorSection } from '#contract/project/facilities.ts'
import { hasPlace } from '#contract/project/places.ts'
import { stagesWith } from '#contract/project/stages.ts'
import type { Remark } from '#contract/project/status.ts'
import type { Transition } from '#contract/project/transition.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { findMissing } from '../draft/missing.ts'
import { documentsOf, readParts } from '../draft/stored-parts.ts'
import { type DeclarationRow, lastReturn } from '../record/declaration-row.ts'
import { isWindowOpen, readMaterials, readTemplate } from '../template/template-row.ts'
import { readScore, type ScoreInput, validExperts } from './scoring.ts'

export interface TransitionInput extends ScoreInput {
  id: string
  action?: string | null
  status?: number | null
  comment?: string | null
  internal?: string | null
  met?: readonly { at?: string | null }[] | null
  remarks?: readonly { at?: string | null; text?: string | null }[] | null
  experts?: string | null
  branch?: string | null
  confirmTruth?: number | null
  version?: number | null
  /** The task of the workflow that the caller completes; otherwise one of theirs that lists the transition. */
  taskId?: string | null
}

export type Guard = (ctx: Ctx, row: DeclarationRow, input: TransitionInput) => void | Promise<void>

/** The commitment is made with the submission, or by a client of the specification with the contact. */
const commitmentFaults = (documents: Documents, { confirmTruth: sent = null }: TransitionInput): Fault[] =>
  (sent ?? documents.contact?.confirmTruth) === 1
    ? []
    : [{ at: sent === null ? commitmentPath : 'confirmTruth', text: confirmTruth.message }]

export const complete: Guard = async (ctx, row, input) => {
  const documents = documentsOf(await readParts(ctx, row.id))
  const faults = await findMissing(ctx, await readMaterials(ctx, row.templateId), documents)
  faults.push(...commitmentFaults(documents, input))
  if (faults.length) throw faulty(faults)
}

export const windowOpen: Guard = async (ctx, row) => {
  if (row.declareStatus === 70) return
  if (!isWindowOpen(await readTemplate(ctx, row.templateId)))
    throw new Fail([
      '申报窗口已关闭，暂不能提交；已填内容会保留',
      'The declaration window is closed, so you cannot submit now; your entries are kept',
    ])
}

const submittedStages = stagesWith(({ phase }) => phase === 'review' || phase === 'library')

/** Rejects a second submitted or listed declaration of the same company with the same project name. */
export const noDuplicate: Guard = async (ctx, row) => {
  const duplicate = await ctx.db
    .selectFrom('declaration')
    .select('declareNo')
    .where('companyId', '=', row.companyId)
    .where(sql`fold(project_name)`, '=', sql`fold(${row.projectName})`)
    .where('id', '<>', row.id)
    .where('declareStatus', 'in', submittedStages)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (duplicate)
    throw new Fail(
      fill(
        ['同名项目已申报（{0}），请勿重复提交', 'A project with this name has already been declared ({0})'],
        duplicate.declareNo ?? '',
      ),
    )
}

export const networkComplete: Guard = async (ctx, row) => {
  const faults = faultsOf(documentsOf(await readParts(ctx, row.id))).filter(({ at }) => at.startsWith(operatorSection))
  if (faults.length) throw faulty(faults)
}

export const hasOperators: Guard = (_ctx, row) => {
  if (row.operators.length === 0)
    throw new Fail(['请先在项目信息中选择合作运营商', 'Please choose the operators in the project information first'])
}

const reasonRequired: Guard = (_ctx, _row, { comment }) => {
  const text: Text = ['请输入理由', 'Please give the reason']
  if (!comment || isBlankText(comment)) throw faulty([{ at: 'comment', text }])
}

const noSuchPlace: Text = ['所指内容不存在', 'This field does not exist']

/** Throws unless remarks point at places of the declaration, and resolved ones are remarks of its last return. */
export const assertPlaces: Guard = async (ctx, row, { remarks, met }) => {
  const documents = remarks?.length ? documentsOf(await readParts(ctx, row.id)) : {}
  const returned = met?.length ? ((await lastReturn(ctx, row.id))?.remarks ?? []) : []
  const earlier = new Set((returned as Remark[]).map(({ at }) => at))
  const faults = [
    ...(remarks ?? []).map(({ at }, i) => ({ at: `remarks.${i}.at`, isKnown: hasPlace(documents, String(at)) })),
    ...(met ?? []).map(({ at }, i) => ({ at: `met.${i}.at`, isKnown: earlier.has(String(at)) })),
  ]
  const wrong = faults.filter(({ isKnown }) => !isKnown)
  if (wrong.length) throw faulty(wrong.map(({ at }) => ({ at, text: noSuchPlace })))
}

const remarksRequired: Guard = (_ctx, _row, { remarks }) => {
  const text: Text = ['请至少指出一处需要修改的内容', 'Please point out at least one thing to correct']
  if (!remarks?.length) throw faulty([{ at: 'remarks', text }])
}

/** Checks of the input a transition requires. */
export const inputGuards: Record<NonNullable<Transition['requires']>, Guard> = {
  reason: reasonRequired,
  remarks: remarksRequired,
  score: async (ctx, row, input) => void (await readScore(ctx, row, input)),
  experts: validExperts,
}
