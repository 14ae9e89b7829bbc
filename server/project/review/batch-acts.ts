import { denied, Fail } from '#contract/kit/fail.ts'
import { fill, type Lang, listText, localize, type Text } from '#contract/kit/text.ts'
import type { BatchMove, BatchStep } from '#contract/project/batch-moves.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type StageCode, stageCodes, stageOf } from '#contract/project/stages.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { momentOf, wireTime } from '../../base/process/clock.ts'
import { type Ctx, hasPermission, tx } from '../../engine/context.ts'
import { updateRow } from '../../engine/crud.ts'
import { notify } from '../../inbox/notify.ts'
import { quotasFor, takePlace } from '../batch/batch-places.ts'
import { type BatchRow, readBatch } from '../batch/batch-row.ts'
import { batchAfter, type NextBatch } from '../batch/closing.ts'
import { batchPlace, candidateStages, lockBatchesFor } from '../batch/membership.ts'
import { type DeclarationRow, lockDeclaration, rereadDeclaration } from '../record/declaration-row.ts'
import { isParty } from '../record/editing.ts'
import { audiences } from './audiences.ts'
import { changedMeanwhile, versionFor } from './concurrent-reviews.ts'
import { provinceOffices } from './conditions.ts'
import { officeNames } from './further-review.ts'
import { unnamedProject } from './notify-transition.ts'
import { isDeciderOf, isOfficerOf, officeName, officeOf } from './timeline.ts'

/** How a declaration leaves its batch: 顺延 to the next one, or out of it (docs/decisions/0153). Its task and its deadline stay. */

interface Input {
  readonly id: string
  readonly reason?: string | null
  readonly version?: number | null
}

const deferrable: readonly StageCode[] = [...candidateStages, 40, 45, 70]

const isProvinceOf = (ctx: Ctx, row: DeclarationRow) =>
  row.declareStatus === 30 && hasPermission(ctx, 'declaration_province') && !isParty(ctx, row)
const mayDefer = (ctx: Ctx, row: DeclarationRow): boolean =>
  deferrable.includes(row.declareStatus) && (isProvinceOf(ctx, row) || isDeciderOf(ctx, row))
const mayLeave = (ctx: Ctx, row: DeclarationRow): boolean =>
  row.declareStatus === 70 && row.batchSince !== null && isDeciderOf(ctx, row)

const isPast = (time: string | null): boolean => time !== null && momentOf(time) < new Date()

/** What the caller may do about the batch of a declaration now. */
const batchStepsFor = async (ctx: Ctx, row: DeclarationRow): Promise<BatchStep[]> => {
  if (!mayDefer(ctx, row) || (row.batchId === null && !(await batchPlace(ctx, row)))) return []
  const own = row.batchId !== null && mayLeave(ctx, row) ? await readBatch(ctx, row.batchId) : null
  return own && isPast(own.decisionDeadline) ? ['defer', 'leaveBatch'] : ['defer']
}

/** What a status says of the batch: to officers with the quotas of their region. */
export const batchStatus = async (ctx: Ctx, row: DeclarationRow) => ({
  batch: await batchPlace(ctx, row),
  batchSteps: await batchStepsFor(ctx, row),
  quotas: isOfficerOf(ctx, row) ? await quotasFor(ctx, row) : [],
})

const noNext: Text = [
  '没有下一批次，不能顺延；请由平台先新增批次',
  'There is no next batch, so it cannot be deferred; the platform has to add one first',
]
const noBatch: Text = ['该申报未列入批次', 'This declaration belongs to no batch']
const mayComeBack: Text = [
  '评审结论截止前，申报单位仍可修改后返回本批次，不能退出',
  'It may still come back by the decision deadline, so it cannot leave the batch yet',
]

/** Whether the office that has a candidate is past the date of the batch. */
const isLate = ({ declareStatus }: DeclarationRow, { cityDeadline, provinceDeadline, closeAt }: BatchRow): boolean =>
  candidateStages.includes(declareStatus) && isPast((declareStatus < 30 ? cityDeadline : provinceDeadline) ?? closeAt)

/** The office that has a candidate; both of a province. */
const lateOffice = ({ declareStatus, stageOffice }: DeclarationRow, lang: Lang): string => {
  const { holder } = stageOf(declareStatus)
  const offices = holder === 'province' ? provinceOffices : [holder]
  const names = holder === 'reviewer' ? officeNames(stageOffice, lang) : offices.map((one) => officeName(one, lang))
  return localize(listText([names].flat().map((name) => [name ?? '', name ?? ''])), lang)
}

const notTheirDelay: Text = [
  '{0}未在批次规定的日期前办结，非贵单位原因。',
  'The review ({0}) was not finished by the date that the batch sets, which is not your delay.',
]
const titles = {
  defer: ['“{0}”已顺延至“{1}”', '“{0}” was deferred to “{1}”'],
  leave: ['“{0}”已退出“{1}”', '“{0}” has left “{1}”'],
} as const satisfies Record<string, Text>

const notifyOwner = async (ctx: Ctx, row: DeclarationRow, title: Text, name: string, text: Text) =>
  notify(ctx, {
    to: await audiences.owner(ctx, row),
    kind: 'result',
    about: { table: 'declaration', id: row.id },
    title: fill(title, row.projectName ?? unnamedProject, name),
    text,
    link: `/projectDetails/${row.id}`,
  })

/** Writes the step with its reason; who edited the declaration last stays as it was. */
const writeMove = async (
  ctx: Ctx,
  row: DeclarationRow,
  move: BatchMove,
  reason: string | null,
  columns: { readonly batchId: string | null; readonly batchSince: string | null },
): Promise<DeclarationRow> => {
  await updateRow(
    ctx,
    declaration,
    row.id,
    { ...columns, version: row.version + 1 },
    move === 'deferLate' ? 'defer' : move,
  )
  await run(
    ctx.db,
    sql`update declaration set update_user = ${row.updateUser}, update_time = now() where id = ${row.id}`,
  )
  await run(
    ctx.db,
    sql`insert into declaration_move (pid, move, from_stage, to_stage, from_name, from_name_en, to_name, to_name_en, loop, user_id, office, comment)
      values (${row.id}, ${move}, ${row.declareStatus}, ${row.declareStatus}, ${row.stageName}, ${row.stageNameEn}, ${row.stageName},
        ${row.stageNameEn}, ${row.loop}, ${ctx.actor.id}, ${officeOf(ctx, row.declareStatus === 30 ? 'province' : 'decide')}, ${reason})`,
  )
  return rereadDeclaration(ctx, row.id)
}

/** Moves a declaration that is locked to the next batch; a member takes a place there. */
export const moveToNext = async (
  ctx: Ctx,
  row: DeclarationRow,
  own: BatchRow | null,
  next: NextBatch,
  reason: string | null,
): Promise<DeclarationRow> => {
  // also one that waits for a batch in the expert review
  const isMember = row.batchSince !== null || (row.declareStatus >= 40 && row.declareStatus < 70)
  if (isMember) await takePlace(ctx, next.id, row)
  const late = own !== null && !isMember && !isProvinceOf(ctx, row) && isLate(row, own)
  const batchSince = isMember ? wireTime() : null
  const after = await writeMove(ctx, row, late ? 'deferLate' : 'defer', reason, { batchId: next.id, batchSince })
  const about = (lang: Lang) => (late ? localize(fill(notTheirDelay, lateOffice(row, lang)), lang) : '')
  const text: Text = [`${about('zh')}${reason ?? ''}`, `${about('en')} ${reason ?? ''}`.trim()]
  await notifyOwner(ctx, row, titles.defer, next.batchName, text)
  return after
}

/** The declaration with its batch, both locked in the order of all acts. */
const lockBoth = async (ctx: Ctx, { id, version }: Input) => {
  const locked = await lockBatchesFor(ctx, id, stageCodes)
  const own = locked.batchId ? await readBatch(ctx, locked.batchId) : null
  const row = await lockDeclaration(ctx, id)
  if (row.batchId !== locked.batchId) throw new Fail(changedMeanwhile, 409)
  if (typeof version === 'number' && version !== (await versionFor(ctx, row))) throw new Fail(changedMeanwhile, 409)
  return { row, own }
}

/** Moves a declaration to the next batch: before the expert review, or as a member. Throws 409 without a next batch. */
export const deferDeclaration = (ctx: Ctx, input: Input): Promise<DeclarationRow> =>
  tx(ctx, async (inside) => {
    const { row, own } = await lockBoth(inside, input)
    if (!mayDefer(inside, row)) throw denied()
    const next = row.templateId && (await batchAfter(inside, own ?? { id: '0', templateId: row.templateId }))
    if (!next) throw new Fail(noNext, 409)
    return moveToNext(inside, row, own, next, input.reason?.trim() ?? null)
  })

/** Takes a member that was returned out of its batch, once its decisions were due. */
export const leaveBatch = (ctx: Ctx, input: Input): Promise<DeclarationRow> =>
  tx(ctx, async (inside) => {
    const { row, own } = await lockBoth(inside, input)
    if (!mayLeave(inside, row)) throw denied()
    if (!own) throw new Fail(noBatch, 409)
    if (!isPast(own.decisionDeadline)) throw new Fail(mayComeBack, 409)
    const reason = input.reason?.trim() ?? null
    const after = await writeMove(inside, row, 'leaveBatch', reason, { batchId: null, batchSince: null })
    await notifyOwner(inside, row, titles.leave, own.batchName, [reason ?? '', reason ?? ''])
    return after
  })
