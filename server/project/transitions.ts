import { sql } from 'kysely'
import { denied, Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { faultsOf } from '#contract/project/completeness.ts'
import { declaration } from '#contract/project/declaration.ts'
import { partOf } from '#contract/project/parts.ts'
import {
  declarantTransitions,
  type StageCode,
  stageOf,
  type Transition,
  type TransitionName,
  transitionForAction,
  transitionNames,
  transitionOf,
} from '#contract/project/stages.ts'
import { wireTime } from '../base/clock.ts'
import { type Ctx, hasPermission, tx } from '../engine/context.ts'
import { updateRow } from '../engine/crud.ts'
import { type DeclarationRow, lockDeclaration, rereadDeclaration } from './declarations.ts'
import { documentsOf, readParts, writeOwnerName } from './documents.ts'
import { isInvitedOperator, isOwner, isParty } from './editing.ts'
import { freeze } from './freeze.ts'
import { addToLibrary, removeFromLibrary } from './listing.ts'
import { findMissing } from './missing.ts'
import {
  actingOffice,
  canApprove,
  canRequestRemoval,
  hasOpenObjection,
  haveOfficesAgreed,
  isRemovalPending,
  isSecondPerson,
  noticeOver,
  notRemovalRequester,
  officeCanApprove,
  removalRequested,
} from './rounds.ts'
import { canScore, scoresComplete, validExperts, validScore } from './scoring.ts'
import { submissionTarget } from './submission-target.ts'
import { isWindowOpen, readTemplate } from './templates.ts'

export interface TransitionInput {
  id: string
  action?: string | null
  status?: number | null
  comment?: string | null
  internal?: string | null
  met?: readonly { at?: string | null }[] | null
  remarks?: readonly { at?: string | null; text?: string | null }[] | null
  score?: number | null
  conflict?: number | null
  experts?: string | null
  version?: number | null
}

type Guard = (ctx: Ctx, row: DeclarationRow, input: TransitionInput) => void | Promise<void>

/** Who may make a move at all, apart from the permission: its own company, its operator, its experts. */
const partyChecks: Partial<Record<TransitionName, (ctx: Ctx, row: DeclarationRow) => boolean>> = {
  invite: isOwner,
  recall: isOwner,
  submit: isOwner,
  withdraw: isOwner,
  confirm: isInvitedOperator,
  score: (ctx, row) => row.experts.includes(ctx.actor.id as string),
}

/** Whether a move stands open to the caller at this stage. */
const isAvailable = (ctx: Ctx, row: DeclarationRow, name: TransitionName): boolean => {
  const { from, perm } = transitionOf(name)
  if (!from.includes(row.declareStatus) || perm === null || !hasPermission(ctx, `declaration_${perm}`)) return false
  if (!declarantTransitions.includes(name) && isParty(ctx, row)) return false
  return partyChecks[name]?.(ctx, row) ?? true
}

/** Moves that hang on what was done at this stage before. */
const stageConditions: Partial<Record<TransitionName, (ctx: Ctx, row: DeclarationRow) => Promise<boolean>>> = {
  provinceApprove: canApprove,
  score: canScore,
  unlist: canRequestRemoval,
  cancelUnlist: isRemovalPending,
}

/** The moves the caller may make now, as the screens show them; the server asks the same again before it acts. */
export const availableTransitions = async (ctx: Ctx, row: DeclarationRow): Promise<TransitionName[]> => {
  const open: TransitionName[] = []
  for (const name of transitionNames)
    if (isAvailable(ctx, row, name) && ((await stageConditions[name]?.(ctx, row)) ?? true)) open.push(name)
  return open
}

const complete: Guard = async (ctx, row) => {
  const documents = documentsOf(await readParts(ctx, row.id))
  const faults = await findMissing(ctx, row.templateId, documents)
  if (faults.length) throw faulty(faults)
}

const windowOpen: Guard = async (ctx, row) => {
  if (row.declareStatus === 70) return
  if (!isWindowOpen(await readTemplate(ctx, row.templateId)))
    throw new Fail(['申报窗口已关闭，暂不能提交；已填内容会保留', 'The window is closed; what you entered is kept'])
}

/** The same project of the same company cannot be under way twice. */
const noDuplicate: Guard = async (ctx, row) => {
  const duplicate = await ctx.db
    .selectFrom('declaration')
    .select('declareNo')
    .where('companyId', '=', row.companyId)
    .where('projectName', '=', row.projectName)
    .where('id', '<>', row.id)
    .where('declareStatus', 'in', [10, 20, 30, 40, 50, 60])
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (duplicate)
    throw new Fail(
      fill(
        ['同名项目已申报（{0}），请勿重复提交', 'A project of this name was declared already ({0})'],
        duplicate.declareNo ?? '',
      ),
    )
}

const networkComplete: Guard = async (ctx, row) => {
  const faults = faultsOf(documentsOf(await readParts(ctx, row.id))).filter(({ at }) =>
    at.startsWith('facilities.network'),
  )
  if (faults.length) throw faulty(faults)
}

const hasOperators: Guard = (_ctx, row) => {
  if (row.operators.length === 0)
    throw new Fail(['请先在项目信息中选择合作运营商', 'Please choose the operators in the project information first'])
}

const reasonRequired: Guard = (_ctx, _row, { comment }) => {
  const text: Text = ['请填写理由', 'Please give the reason']
  if (!comment?.trim()) throw faulty([{ at: 'comment', text }])
}

const remarksRequired: Guard = (_ctx, _row, { remarks }) => {
  const faults: Fault[] = []
  if (!remarks?.length)
    faults.push({
      at: 'remarks',
      text: ['请至少指出一处需要修改的内容', 'Please point out at least one thing to correct'],
    })
  remarks?.forEach(({ at }, i) => {
    if (!partOf(String(at).split('.')[0] ?? ''))
      faults.push({ at: `remarks.${i}.at`, text: ['所指内容不存在', 'There is no such field'] })
  })
  if (faults.length) throw faulty(faults)
}

const objectionRequired: Guard = async (ctx, row) => {
  if (!(await hasOpenObjection(ctx, row))) throw new Fail(['没有待处理的异议', 'There is no open objection'])
}

const guards: Partial<Record<TransitionName, readonly Guard[]>> = {
  invite: [hasOperators],
  confirm: [networkComplete],
  submit: [windowOpen, complete, noDuplicate],
  assign: [validExperts],
  score: [validScore],
  provinceApprove: [officeCanApprove],
  decideApprove: [scoresComplete],
  decideReject: [scoresComplete],
  dismiss: [objectionRequired],
  uphold: [objectionRequired],
  publish: [noticeOver],
  unlist: [reasonRequired, notRemovalRequester],
  cancelUnlist: [removalRequested],
}

const inputGuards: Record<NonNullable<Transition['requires']>, Guard> = {
  reason: reasonRequired,
  remarks: remarksRequired,
  score: () => {},
  experts: () => {},
}

/** 5G-2026-320500-00123: year and city of the declaration, counted without gaps in each tenant. */
const numberFor = async (ctx: Ctx, row: DeclarationRow): Promise<string> => {
  const prefix = `5G-${row.year ?? wireTime().slice(0, 4)}-${row.city ?? row.province ?? '000000'}`
  const { rows } = await sql<{ last: number }>`
    insert into declaration_number as n (tenant_id, prefix, last) values (${ctx.actor.tenantId}, ${prefix}, 1)
    on conflict (tenant_id, prefix) do update set last = n.last + 1 returning last`.execute(ctx.db)
  return `${prefix}-${String(rows[0]?.last).padStart(5, '0')}`
}

type Columns = Record<string, unknown>
type Effect = (ctx: Ctx, row: DeclarationRow, input: TransitionInput) => Promise<Columns>

const returnEffect: Effect = async (_ctx, row) => ({ returnedFrom: row.declareStatus, loop: row.loop + 1 })

/** What a move does beside changing the stage; resolves to further columns of the row. */
const effects: Partial<Record<TransitionName, Effect>> = {
  submit: async (ctx, row) => {
    const owner = await writeOwnerName(ctx, row)
    await freeze(ctx, row.id, documentsOf(await readParts(ctx, row.id)))
    const { taskUser } = await submissionTarget(ctx, row)
    return { ...owner, declareNo: row.declareNo ?? (await numberFor(ctx, row)), applyTime: wireTime(), taskUser }
  },
  claim: async (ctx) => ({ taskUser: ctx.actor.id }),
  cityReturn: returnEffect,
  provinceReturn: returnEffect,
  decideReturn: returnEffect,
  assign: async (_ctx, _row, { experts }) => ({ experts: experts ?? null }),
  publish: async (ctx, row) => {
    await addToLibrary(ctx, row, documentsOf(await readParts(ctx, row.id)))
    return {}
  },
  unlist: async (ctx, row) => {
    await removeFromLibrary(ctx, row.id)
    return {}
  },
}

/** Where a move leads now: some take effect only once everybody needed has agreed. */
const targetStage = async (ctx: Ctx, row: DeclarationRow, name: TransitionName): Promise<StageCode> => {
  const { to, jointApproval: together } = transitionOf(name)
  if (to === 'back') return (await submissionTarget(ctx, row)).stage
  if (together === 'offices') return (await haveOfficesAgreed(ctx, row)) ? to : row.declareStatus
  if (together === 'persons') return (await isSecondPerson(ctx, row)) ? to : row.declareStatus
  return to
}

const transitionNameOf = (row: DeclarationRow, { action, status }: TransitionInput): TransitionName => {
  const byAction = action ? transitionForAction(action, row.declareStatus) : null
  const byStatus = action ? null : transitionTo(row.declareStatus, status)
  const name = byAction ?? byStatus
  if (!name) throw new Fail(['没有这样的操作', 'There is no such move'])
  return name
}

/** A bare target stage is understood where one move only leads there. */
const transitionTo = (from: StageCode, to: number | null | undefined): TransitionName | null => {
  const matches = (
    ['submit', 'withdraw', 'claim', 'cityApprove', 'provinceApprove', 'decideApprove', 'publish'] as const
  ).filter((name) => {
    const transition = transitionOf(name)
    return transition.from.includes(from) && (transition.to === to || (transition.to === 'back' && to === 10))
  })
  return matches.length === 1 ? (matches[0] as TransitionName) : null
}

const stageConflict = (ctx: Ctx, row: DeclarationRow) =>
  new Fail(
    fill(
      ['该申报目前处于“{0}”，不能执行此操作，请刷新后再试', 'The declaration is at "{0}" now; please reload'],
      stageOf(row.declareStatus).name,
    ),
    409,
    {
      data: {
        status: row.declareStatus,
        name: localize(stageOf(row.declareStatus).name, ctx.lang),
        version: row.version,
      },
    },
  )

/**
 * Makes one move: one transaction, the row held, every guard asked, the step written with its reasons. The server is the
 * only judge of which moves are legal.
 */
export const applyTransition = (ctx: Ctx, input: TransitionInput): Promise<DeclarationRow> =>
  tx(ctx, async (inside) => {
    const row = await lockDeclaration(inside, input.id)
    const name = transitionNameOf(row, input)
    const { from, perm, requires: asks, jointApproval: together } = transitionOf(name)
    if (perm === null || !hasPermission(inside, `declaration_${perm}`)) throw denied()
    if (!from.includes(row.declareStatus) || (typeof input.version === 'number' && input.version !== row.version))
      throw stageConflict(inside, row)
    if (!isAvailable(inside, row, name)) throw denied()
    if (asks) await inputGuards[asks](inside, row, input)
    for (const guard of guards[name] ?? []) await guard(inside, row, input)
    const to = await targetStage(inside, row, name)
    const isPending = together !== undefined && to === row.declareStatus
    const columns = isPending ? {} : ((await effects[name]?.(inside, row, input)) ?? {})
    await writeStep(inside, row, name, to, input)
    const version = row.version + 1
    const stageColumns = to === row.declareStatus ? {} : { declareStatus: to, stageSince: wireTime(), taskUser: null }
    await updateRow(inside, declaration, row.id, { ...stageColumns, ...columns, version }, name)
    if (!declarantTransitions.includes(name)) await restoreUpdateUser(inside, row)
    return rereadDeclaration(inside, row.id)
  })

/** Lists are read by those who declare: a row does not say which reviewer moved it last. */
const restoreUpdateUser = ({ db }: Ctx, { id, updateUser }: DeclarationRow) =>
  db.updateTable('declaration').set({ updateUser }).where('id', '=', id).execute()

const textOf = (text: string | null | undefined) => text?.trim() || null

const writeStep = async (
  ctx: Ctx,
  row: DeclarationRow,
  name: TransitionName,
  to: StageCode,
  input: TransitionInput,
) => {
  const reviews = !declarantTransitions.includes(name)
  const conflict = name === 'score' && input.conflict === 1
  await ctx.db
    .insertInto('declarationMove')
    .values({
      pid: row.id,
      move: name,
      fromStage: row.declareStatus,
      toStage: to,
      loop: row.loop,
      userId: ctx.actor.id,
      office: await actingOffice(ctx, row, name),
      comment: textOf(input.comment),
      conflict,
      internal: reviews ? textOf(input.internal) : null,
      met: JSON.stringify((reviews && input.met) || []),
      remarks: JSON.stringify(input.remarks ?? []),
      score: name === 'score' && !conflict ? (input.score ?? null) : null,
    })
    .execute()
}
