import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { type AnyPart, partOf } from '#contract/project/parts.ts'
import { isReadable } from '#contract/project/readable.ts'
import { isRemovable, stageCodes } from '#contract/project/stages.ts'
import type { SaveResult } from '#contract/project/status.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../engine/context.ts'
import { insertRow, pageOf, removeRows } from '../engine/crud.ts'
import { restoreRows } from '../engine/deleted-rows.ts'
import { isPlain, positionOf } from '../engine/page.ts'
import { doneAbout } from '../inbox/notify.ts'
import { remindOffice } from './deadlines/declarant-reminder.ts'
import { remindHandlers } from './deadlines/remind.ts'
import { downloadPaper } from './draft/declaration-paper.ts'
import { compareVersions } from './draft/freeze.ts'
import { prefillFor } from './draft/prefill.ts'
import { readDocuments, readInformation } from './draft/read-documents.ts'
import { readablePlaces, withReadableColumns, withReadableParameters } from './draft/readable-places.ts'
import { savePart } from './draft/stored-parts.ts'
import { rowsOfOperator } from './figures/of-operator.ts'
import { readingConditions } from './figures/readings.ts'
import { countFigures } from './matters/declaration-figures.ts'
import { type DeclarationRow, lockDeclaration, readDeclaration } from './record/declaration-row.ts'
import { isOwner } from './record/editing.ts'
import { deferDeclaration, leaveBatch } from './review/batch-acts.ts'
import { listExperts } from './review/experts.ts'
import { handleMany, startMany } from './review/handle-many.ts'
import { listBranches } from './review/invited-branches.ts'
import { noteOpening } from './review/openings.ts'
import { closeScoring, correctScore } from './review/score-corrections.ts'
import type { TransitionInput } from './review/transition-guards.ts'
import { applyTransition } from './review/transitions.ts'
import { partyFilter, urgentFirst, waitingCondition } from './review/waiting.ts'
import { countWaiting, firstWaiting } from './review/waiting-rows.ts'
import { statusOf } from './status.ts'
import { liveStages, lockCompany } from './template/round-limit.ts'
import { limitText, openingFor } from './template/template-availability.ts'
import { readTemplate } from './template/template-row.ts'

const information = partOf('information') as AnyPart

/** Starts a declaration. The company's row is locked, so that two clicks cannot create two declarations. */
const startDeclaration = (ctx: Ctx, input: DraftPart): Promise<SaveResult> =>
  tx(ctx, async (inside) => {
    requirePermission(inside, 'declaration_add')
    const { organizationCode } = inside.actor
    const company = await inside.db
      .selectFrom('company')
      .selectAll()
      .where('organizationCode', '=', organizationCode)
      .where('tenantId', '=', inside.actor.tenantId)
      .where('isDeleted', '=', 0)
      .forUpdate()
      .executeTakeFirst()
    const opening = await openingFor(inside, organizationCode)
    if (!company || !opening.enabled)
      throw new Fail([opening.reason, opening.reason], opening.reasonCode === 'LIMIT' ? 409 : 400, {
        data: { reasonCode: opening.reasonCode, existingId: opening.existingId },
      })
    const { id } = await insertRow(inside, declaration, {
      commpanyName: company.commpanyName,
      organizationCode: company.organizationCode,
      templateId: opening.templateId,
      year: opening.year,
      companyId: company.id,
      declareStatus: 0,
      stageSince: wireTime(),
      loop: 0,
      version: 1,
      completeness: 0,
    })
    return savePart(inside, id, information, input)
  })

const saveInformation = (ctx: Ctx, input: DraftPart): Promise<SaveResult> =>
  typeof input.id === 'string' && input.id ? savePart(ctx, input.id, information, input) : startDeclaration(ctx, input)

/** The stages of a filter, joined by commas; null without one. */
const stagesIn = (value: unknown): readonly number[] | null => {
  if (value === undefined || value === null || value === '') return null
  const codes = split(String(value)).map(Number)
  if (codes.some((code) => !(stageCodes as readonly number[]).includes(code)))
    throw faulty([{ at: 'declareStatus', text: ['申报状态不存在', 'There is no such stage'] }])
  return codes
}

/** The condition of a list filtered by several stages: those at which a reviewer acts. */
const atStages = (stages: readonly number[] | null): Fragment[] =>
  stages ? [sql`declare_status = any(${stages}::integer[])`] : []

/** The stages that a list is filtered by, as the list of declarations reads them. */
export const stageConditions = (value: unknown): Fragment[] => atStages(stagesIn(value))

const listPage = async (ctx: Ctx, input: ListInput, options: Parameters<typeof pageOf>[3]) => {
  const page = await pageOf(ctx, declaration, withReadableParameters(ctx, input), options)
  return { ...page, records: page.records.map((row) => withReadableColumns(ctx, row)) }
}

/** A list of officers in which they asked for no order: newest first, drafts of others last (stages 0, 5 and 90). */
const draftsLast = sql`(declare_status in (0, 5, 90)), create_time desc, id desc`

const isUnsorted = ({ ascs, descs }: ListInput) => !ascs && !descs

/** What waits for the caller, at most filtered by stages: the ids of the page are found stage by stage. */
const listWaiting = async (ctx: Ctx, input: ListInput, stages: readonly number[] | null) => {
  const { size, offset } = positionOf(input)
  const [first, count] = await Promise.all([
    run<{ id: string }>(ctx.db, firstWaiting(ctx, offset + size, stages)),
    countWaiting(ctx, stages),
  ])
  const ids = first.slice(offset).map(({ id }) => id)
  return listPage(ctx, input, { among: { ids, count }, order: urgentFirst(ctx) })
}

/** Number of a company's declarations that count in a round, while no other is started. */
const countInRound = async (ctx: Ctx, row: DeclarationRow): Promise<number> => {
  await lockCompany(ctx, row)
  const counted = await ctx.db
    .selectFrom('declaration')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('companyId', '=', row.companyId)
    .where('templateId', '=', row.templateId)
    .where('declareStatus', 'in', liveStages)
    .where('isDeleted', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(counted.n)
}

/** Restores declarations of the caller's own company, up to the limit per company of the round (409 beyond it). */
const restoreDeclarations = (ctx: Ctx, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    await restoreRows(inside, declaration, ids)
    for (const id of ids) {
      const row = await lockDeclaration(inside, id)
      if (!isOwner(inside, row))
        throw new Fail(['只能恢复本单位的申报', 'You can restore only declarations of your own organisation'])
      const round = await readTemplate(inside, row.templateId)
      if (round && (await countInRound(inside, row)) > round.maxPerCompany)
        throw new Fail(limitText(round.maxPerCompany), 409)
    }
    return null
  })

export const declarationHandlers: Handlers<'declaration'> = {
  page: (ctx, { declareStatus, ...input }) =>
    listPage(ctx, input, {
      conditions: [...stageConditions(declareStatus), ...readingConditions(ctx, input)],
      ...(isUnsorted(input) && !isDeclarant(ctx.actor) ? { order: draftsLast } : {}),
      ...(isPlain(input) ? { keys: rowsOfOperator(ctx) ?? undefined } : {}),
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.ids)
      for (const id of ids) {
        const row = await lockDeclaration(inside, id)
        if (!isOwner(inside, row) || !isRemovable(row.declareStatus))
          throw new Fail([
            '只能删除本单位的草稿或已撤回的申报',
            'You can delete only drafts and withdrawn declarations of your own organisation',
          ])
        await doneAbout(inside, { table: 'declaration', id })
      }
      return removeRows(inside, declaration, ids)
    }),
  restore: (ctx, input) => restoreDeclarations(ctx, split(input.ids)),
  detail: (ctx, { id }) => readInformation(ctx, String(id)),
  documents: (ctx, { id }) => readDocuments(ctx, String(id)),
  save: (ctx, input) => saveInformation(ctx, input),
  update: (ctx, input) => saveInformation(ctx, input),
  submitStatus: async (ctx, input) => statusOf(ctx, await applyTransition(ctx, input as TransitionInput)),
  handleMany: (ctx, input) => handleMany(ctx, input),
  noteOpening: (ctx, { id }) => noteOpening(ctx, String(id)),
  startMany: (ctx, input) => startMany(ctx, input),
  getStatus: async (ctx, input) => statusOf(ctx, await readDeclaration(ctx, String(input.id))),
  getText: (ctx) => prefillFor(ctx),
  compare: async (ctx, input) => {
    const row = await readDeclaration(ctx, String(input.id))
    const places = readablePlaces(ctx, row)
    return (await compareVersions(ctx, row.id)).filter(({ at }) => isReadable(at, places))
  },
  paper: (ctx, { id }) => downloadPaper(ctx, String(id)),
  byParty: (ctx, { party, ...input }) =>
    listPage(ctx, input, {
      conditions: [partyFilter(ctx, party === 'owner' ? 'owner' : 'operator')],
      order: sql`update_time desc nulls last, id desc`,
    }),
  branches: (ctx, { id }) => listBranches(ctx, String(id)),
  experts: (ctx) => listExperts(ctx),
  correctScore: async (ctx, input) => statusOf(ctx, await correctScore(ctx, { ...input, id: String(input.id) })),
  closeScoring: async (ctx, { id }) => statusOf(ctx, await closeScoring(ctx, String(id))),
  defer: async (ctx, input) => statusOf(ctx, await deferDeclaration(ctx, { ...input, id: String(input.id) })),
  leaveBatch: async (ctx, input) => statusOf(ctx, await leaveBatch(ctx, { ...input, id: String(input.id) })),
  remind: (ctx, { id }) => remindHandlers(ctx, String(id)),
  remindOffice: (ctx, { id }) => remindOffice(ctx, String(id)),
  statistics: (ctx) => countFigures(ctx),
  waiting: (ctx, { declareStatus, ...input }: ListInput) => {
    const stages = stagesIn(declareStatus)
    if (isPlain(input) && !ctx.cursor) return listWaiting(ctx, input, stages)
    return listPage(ctx, input, {
      conditions: [waitingCondition(ctx), ...atStages(stages)],
      ...(isUnsorted(input) ? { order: urgentFirst(ctx) } : {}),
    })
  },
}
