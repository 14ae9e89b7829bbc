import type { Fault } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import { progressOf } from '#contract/project/completeness.ts'
import { operatorSection } from '#contract/project/facilities.ts'
import { parts } from '#contract/project/parts.ts'
import { isWithin } from '#contract/project/paths.ts'
import { hasReadable, isReadable, type ReadablePlaces } from '#contract/project/readable.ts'
import { stageOf } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import { wireTime } from '../base/process/clock.ts'
import type { Ctx } from '../engine/context.ts'
import { remindersIn } from './deadlines/declarant-reminder.ts'
import { unchangedPlaces } from './draft/freeze.ts'
import { findMissing } from './draft/missing.ts'
import { readablePlaces } from './draft/readable-places.ts'
import { documentsOf, readParts, type StoredPart } from './draft/stored-parts.ts'
import { duplicateSummary } from './duplicates/read-duplicates.ts'
import { type DeclarationRow, titleOf } from './record/declaration-row.ts'
import { editableBy, returnRemarks } from './record/editing.ts'
import { batchStatus } from './review/batch-acts.ts'
import { versionFor } from './review/concurrent-reviews.ts'
import { isDecidedByTable, isTrueOf } from './review/conditions.ts'
import { officeNames } from './review/further-review.ts'
import { invitedName } from './review/invited-branches.ts'
import { readNotice } from './review/notice-end.ts'
import { scoringFor } from './review/score-corrections.ts'
import { assignedTo } from './review/scoring.ts'
import { estimateFor, expectedEnds, typicalStay } from './review/stage-dates.ts'
import { consultationsFor, entriesFor, isDeciderOf, isOfficerOf, timelineOf } from './review/timeline.ts'
import { availableTransitions, obstaclesTo } from './review/transitions.ts'
import { materialsOf, readTemplate, rubricOf } from './template/template-row.ts'

const officerName = async (ctx: Ctx, { taskUser }: DeclarationRow): Promise<string | null> =>
  (await ctx.db.selectFrom('user').select('realName').where('id', '=', taskUser).executeTakeFirst())?.realName ?? null

interface Progress {
  readonly faults: readonly Fault[]
  readonly unchanged: readonly string[]
  readonly places: ReadablePlaces
}

/** The progress of each part of which the caller reads something. */
const partsOf = (
  { declareStatus }: DeclarationRow,
  storedParts: Record<string, StoredPart>,
  { faults, unchanged, places }: Progress,
): Status['parts'] => {
  const stateOf = (code: string): number => {
    if (declareStatus === 5 && operatorSection.startsWith(`${code}.`)) return 4
    if (unchanged.some((place) => isWithin(place, [code]))) return 3
    return progressOf(code, storedParts[code]?.body, faults)
  }
  const readable = parts.filter(({ code }) => hasReadable(code, places))
  return readable.map(({ code }) => ({
    code,
    state: stateOf(code),
    version: storedParts[code]?.version ?? 0,
    savedAt: storedParts[code]?.savedAt ?? null,
    faults: faults.filter(({ at }) => isWithin(at, [code]) && isReadable(at, places)).length,
  }))
}

const noticeOf = async (ctx: Ctx, row: DeclarationRow): Promise<Pick<Status, 'noticeUntil' | 'isDisputed'>> => {
  const notice = row.declareStatus === 50 ? await readNotice(ctx, row) : null
  return { noticeUntil: notice?.until ?? null, isDisputed: notice?.isDisputed ?? false }
}

/** The state of a declaration for the caller: stage, parts, faults, permitted transitions, editable places and timeline. */
export const statusOf = async (ctx: Ctx, row: DeclarationRow): Promise<Status> => {
  const { id } = row
  const [storedParts, template, allRemarks, timeline] = await Promise.all([
    readParts(ctx, id),
    readTemplate(ctx, row.templateId),
    returnRemarks(ctx, row),
    timelineOf(ctx, row),
  ])
  const documents = documentsOf(storedParts)
  const places = readablePlaces(ctx, row)
  const faults = await findMissing(ctx, materialsOf(template), documents)
  const missing = faults.filter(({ at }) => isReadable(at, places))
  const editable = await editableBy(ctx, row, () => faults)
  const remarks = allRemarks.filter(({ at }) => isReadable(at, places))
  const at = remarks.map((remark) => remark.at)
  const same = await unchangedPlaces(ctx, id, at, documents)
  const isReturned = row.declareStatus === 70
  const unchanged = isReturned ? same : []
  const stage = stageOf(row.declareStatus)
  const actions = await availableTransitions(ctx, row)
  const scoring = await scoringFor(ctx, row)
  return {
    id,
    status: row.declareStatus,
    name: localize(titleOf(row), ctx.lang),
    holder: stage.holder,
    stageName: row.stageName && localize(titleOf(row), ctx.lang),
    holderName: (await invitedName(ctx, row)) ?? officeNames(row.stageOffice, ctx.lang),
    since: row.stageSince,
    ...(await expectedEnds(ctx, row)),
    estimate: await estimateFor(ctx, { tenantId: ctx.actor.tenantId, ...row, since: row.stageSince ?? wireTime() }),
    typical: await typicalStay(ctx, ctx.actor.tenantId, row.declareStatus),
    supervisedSince: isOfficerOf(ctx, row) ? row.supervisedSince : null,
    ...(await noticeOf(ctx, row)),
    ...(await batchStatus(ctx, row)),
    declareNo: row.declareNo,
    completeness: row.completeness ?? 0,
    version: await versionFor(ctx, row),
    loop: row.loop,
    parts: partsOf(row, storedParts, { faults, unchanged, places }),
    actions,
    obstacles: await obstaclesTo(ctx, row, actions),
    isDecidedByTable: actions.includes('decideApprove') && (await isTrueOf(ctx, row, isDecidedByTable)),
    editable,
    readable: places,
    remarks: isReturned ? remarks : [],
    unchanged,
    unsent: at.filter((place) => !same.includes(place)),
    timeline: timeline.map((step) => ({ ...step, remarks: step.remarks.filter(({ at }) => isReadable(at, places)) })),
    entries: await entriesFor(ctx, row),
    consultations: await consultationsFor(ctx, row),
    ...(await remindersIn(ctx, row)),
    officer: isOfficerOf(ctx, row) ? await officerName(ctx, row) : null,
    assigned: isDeciderOf(ctx, row) ? await assignedTo(ctx, row) : null,
    duplicates: await duplicateSummary(ctx, row),
    rubric: actions.includes('score') || scoring?.canCorrect ? rubricOf(template) : [],
    scoring,
    missing: editable === 'none' ? [] : missing,
  }
}
