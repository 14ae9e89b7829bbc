import { sql } from 'kysely'
import { localize } from '#contract/kit/text.ts'
import { progressOf } from '#contract/project/completeness.ts'
import { operatorSection } from '#contract/project/facilities.ts'
import { parts } from '#contract/project/parts.ts'
import { isWithin } from '#contract/project/paths.ts'
import { stageOf } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import { run } from '../base/database/db.ts'
import { wireTime } from '../base/process/clock.ts'
import type { Ctx } from '../engine/context.ts'
import { type DeclarationRow, titleOf } from './declaration-row.ts'
import { editableBy, openRemarks } from './editing.ts'
import { unchangedPlaces } from './freeze.ts'
import { dueTimeOf, officeNames } from './further-review.ts'
import { findMissing } from './missing.ts'
import { hasOpenObjection, noticeEnd } from './public-notice.ts'
import { assignedTo } from './scoring.ts'
import { documentsOf, readParts } from './stored-parts.ts'
import { materialsOf, readTemplate } from './template-row.ts'
import { isDeciderOf, isOfficerOf, timelineOf } from './timeline.ts'
import { availableTransitions, obstaclesTo } from './transitions.ts'

const officerName = async (ctx: Ctx, { taskUser }: DeclarationRow): Promise<string | null> =>
  (await ctx.db.selectFrom('user').select('realName').where('id', '=', taskUser).executeTakeFirst())?.realName ?? null

type Deadlines = Pick<NonNullable<Awaited<ReturnType<typeof readTemplate>>>, 'cityDeadline' | 'provinceDeadline'>

/** When the present stage should end; also of a draft, whose declarant reads how long the city will take. */
const expectedAt = async (ctx: Ctx, { id, declareStatus }: DeclarationRow, template: Deadlines | null | undefined) => {
  const { deadline, isFurtherReview } = stageOf(declareStatus)
  if (isFurtherReview) {
    const [task] = await run<{ due: string | null }>(ctx.db, sql`select ${dueTimeOf(sql`${id}::bigint`)} as due`)
    return task?.due ?? null
  }
  if (deadline === 'province') return template?.provinceDeadline ?? null
  return deadline === 'city' || declareStatus < 10 ? (template?.cityDeadline ?? null) : null
}

/** The state of a declaration for the caller: stage, parts, faults, permitted transitions, editable places and timeline. */
export const statusOf = async (ctx: Ctx, row: DeclarationRow): Promise<Status> => {
  const { id } = row
  const [storedParts, template, remarks, timeline] = await Promise.all([
    readParts(ctx, id),
    readTemplate(ctx, row.templateId),
    openRemarks(ctx, row),
    timelineOf(ctx, row),
  ])
  const documents = documentsOf(storedParts)
  const missing = await findMissing(ctx, materialsOf(template), documents)
  const editable = await editableBy(ctx, row, missing)
  const unchanged = await unchangedPlaces(
    ctx,
    id,
    remarks.map(({ at }) => at),
    documents,
  )
  const stage = stageOf(row.declareStatus)
  const actions = await availableTransitions(ctx, row)
  const stateOf = (code: string): number => {
    if (row.declareStatus === 5 && operatorSection.startsWith(`${code}.`)) return 4
    if (unchanged.some((place) => isWithin(place, [code]))) return 3
    return progressOf(code, documents[code], missing)
  }
  return {
    id,
    status: row.declareStatus,
    name: localize(titleOf(row), ctx.lang),
    holder: stage.holder,
    stageName: row.stageName && localize(titleOf(row), ctx.lang),
    holderName: officeNames(row.stageOffice, ctx.lang),
    since: row.stageSince,
    expectedAt: await expectedAt(ctx, row, template),
    noticeUntil: row.declareStatus === 50 ? wireTime(await noticeEnd(ctx, row)) : null,
    isDisputed: row.declareStatus === 50 && (await hasOpenObjection(ctx, row)),
    declareNo: row.declareNo,
    completeness: row.completeness ?? 0,
    version: row.version,
    loop: row.loop,
    parts: parts.map(({ code }) => ({
      code,
      state: stateOf(code),
      version: storedParts[code]?.version ?? 0,
      savedAt: storedParts[code]?.savedAt ?? null,
      faults: missing.filter(({ at }) => isWithin(at, [code])).length,
    })),
    actions,
    obstacles: await obstaclesTo(ctx, row, actions),
    editable,
    remarks,
    unchanged,
    timeline,
    officer: isOfficerOf(ctx, row) ? await officerName(ctx, row) : null,
    assigned: isDeciderOf(ctx, row) ? await assignedTo(ctx, row) : null,
    missing: editable === 'none' ? [] : missing,
  }
}
