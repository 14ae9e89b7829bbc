import { sql } from 'kysely'
import { denied, Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { faultsOf } from '#contract/project/complete.ts'
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
import { type DeclarationRow, lock, reread } from './declarations.ts'
import { documentsOf, nameOwner, readParts } from './documents.ts'
import { isItsOperator, isOwner, isParty } from './editing.ts'
import { freeze } from './freeze.ts'
import { enterLibrary, leaveLibrary } from './listing.ts'
import { missingIn } from './missing.ts'
import { returnTo } from './return-to.ts'
import {
  actingOffice,
  mayAskRemoval,
  mayStillApprove,
  noticeIsOver,
  notOwnRemoval,
  objectionIsOpen,
  officeMayApprove,
  officesAgreed,
  removalAsked,
  removalWaits,
  secondPerson,
} from './rounds.ts'
import { expertsGiven, mayStillScore, scoreGiven, scoresComplete } from './scoring.ts'
import { isWindowOpen, readTemplate } from './templates.ts'

export interface MoveInput {
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

type Guard = (ctx: Ctx, row: DeclarationRow, input: MoveInput) => void | Promise<void>

/** Who may make a move at all, apart from the permission: its own company, its operator, its experts. */
const belongs: Partial<Record<TransitionName, (ctx: Ctx, row: DeclarationRow) => boolean>> = {
  ...{ invite: isOwner, recall: isOwner, submit: isOwner, withdraw: isOwner, confirm: isItsOperator },
  score: (ctx, row) => row.experts.includes(ctx.actor.id as string),
}

/** Whether a move stands open to the caller at this stage. */
const isOpenTo = (ctx: Ctx, row: DeclarationRow, name: TransitionName): boolean => {
  const { from, perm } = transitionOf(name)
  if (!from.includes(row.declareStatus) || perm === null || !hasPermission(ctx, `declaration_${perm}`)) return false
  if (!declarantTransitions.includes(name) && isParty(ctx, row)) return false
  return belongs[name]?.(ctx, row) ?? true
}

/** Moves that hang on what was done at this stage before. */
const stillOpen: Partial<Record<TransitionName, (ctx: Ctx, row: DeclarationRow) => Promise<boolean>>> = {
  ...{ provinceApprove: mayStillApprove, score: mayStillScore, unlist: mayAskRemoval, cancelUnlist: removalWaits },
}

/** The moves the caller may make now, as the screens show them; the server asks the same again before it acts. */
export const movesOpenTo = async (ctx: Ctx, row: DeclarationRow): Promise<TransitionName[]> => {
  const open: TransitionName[] = []
  for (const name of transitionNames)
    if (isOpenTo(ctx, row, name) && ((await stillOpen[name]?.(ctx, row)) ?? true)) open.push(name)
  return open
}

const whole: Guard = async (ctx, row) => {
  const documents = documentsOf(await readParts(ctx, row.id))
  const faults = await missingIn(ctx, row.templateId, documents)
  if (faults.length) throw faulty(faults)
}

const windowOpen: Guard = async (ctx, row) => {
  if (row.declareStatus === 70) return
  if (!isWindowOpen(await readTemplate(ctx, row.templateId)))
    throw new Fail(['申报窗口已关闭，暂不能提交；已填内容会保留', 'The window is closed; what you entered is kept'])
}

/** The same project of the same company cannot be under way twice. */
const noTwin: Guard = async (ctx, row) => {
  const twin = await ctx.db
    .selectFrom('declaration')
    .select('declareNo')
    .where('companyId', '=', row.companyId)
    .where('projectName', '=', row.projectName)
    .where('id', '<>', row.id)
    .where('declareStatus', 'in', [10, 20, 30, 40, 50, 60])
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (twin)
    throw new Fail(
      fill(
        ['同名项目已申报（{0}），请勿重复提交', 'A project of this name was declared already ({0})'],
        twin.declareNo ?? '',
      ),
    )
}

const networkFilled: Guard = async (ctx, row) => {
  const faults = faultsOf(documentsOf(await readParts(ctx, row.id))).filter(({ at }) =>
    at.startsWith('facilities.network'),
  )
  if (faults.length) throw faulty(faults)
}

const hasOperators: Guard = (_ctx, row) => {
  if (row.operators.length === 0)
    throw new Fail(['请先在项目信息中选择合作运营商', 'Please choose the operators in the project information first'])
}

const reasonGiven: Guard = (_ctx, _row, { comment }) => {
  const text: Text = ['请填写理由', 'Please give the reason']
  if (!comment?.trim()) throw faulty([{ at: 'comment', text }])
}

const remarksGiven: Guard = (_ctx, _row, { remarks }) => {
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

const objected: Guard = async (ctx, row) => {
  if (!(await objectionIsOpen(ctx, row))) throw new Fail(['没有待处理的异议', 'There is no open objection'])
}

const guards: Partial<Record<TransitionName, readonly Guard[]>> = {
  invite: [hasOperators],
  confirm: [networkFilled],
  submit: [windowOpen, whole, noTwin],
  assign: [expertsGiven],
  score: [scoreGiven],
  provinceApprove: [officeMayApprove],
  decideApprove: [scoresComplete],
  decideReject: [scoresComplete],
  dismiss: [objected],
  uphold: [objected],
  publish: [noticeIsOver],
  unlist: [reasonGiven, notOwnRemoval],
  cancelUnlist: [removalAsked],
}

const asked: Record<NonNullable<Transition['requires']>, Guard> = {
  reason: reasonGiven,
  remarks: remarksGiven,
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
type Effect = (ctx: Ctx, row: DeclarationRow, input: MoveInput) => Promise<Columns>

const returned: Effect = async (_ctx, row) => ({ returnedFrom: row.declareStatus, loop: row.loop + 1 })

/** What a move does beside changing the stage; resolves to further columns of the row. */
const effects: Partial<Record<TransitionName, Effect>> = {
  submit: async (ctx, row) => {
    const owner = await nameOwner(ctx, row)
    await freeze(ctx, row.id, documentsOf(await readParts(ctx, row.id)))
    const { taskUser } = await returnTo(ctx, row)
    return { ...owner, declareNo: row.declareNo ?? (await numberFor(ctx, row)), applyTime: wireTime(), taskUser }
  },
  claim: async (ctx) => ({ taskUser: ctx.actor.id }),
  cityReturn: returned,
  provinceReturn: returned,
  decideReturn: returned,
  assign: async (_ctx, _row, { experts }) => ({ experts: experts ?? null }),
  publish: async (ctx, row) => {
    await enterLibrary(ctx, row, documentsOf(await readParts(ctx, row.id)))
    return {}
  },
  unlist: async (ctx, row) => {
    await leaveLibrary(ctx, row.id)
    return {}
  },
}

/** Where a move leads now: some take effect only once everybody needed has agreed. */
const target = async (ctx: Ctx, row: DeclarationRow, name: TransitionName): Promise<StageCode> => {
  const { to, jointApproval: together } = transitionOf(name)
  if (to === 'back') return (await returnTo(ctx, row)).stage
  if (together === 'offices') return (await officesAgreed(ctx, row)) ? to : row.declareStatus
  if (together === 'persons') return (await secondPerson(ctx, row)) ? to : row.declareStatus
  return to
}

const nameOf = (row: DeclarationRow, { action, status }: MoveInput): TransitionName => {
  const byAction = action ? transitionForAction(action, row.declareStatus) : null
  const byStatus = action ? null : moveTo(row.declareStatus, status)
  const name = byAction ?? byStatus
  if (!name) throw new Fail(['没有这样的操作', 'There is no such move'])
  return name
}

/** A bare target stage is understood where one move only leads there. */
const moveTo = (from: StageCode, to: number | null | undefined): TransitionName | null => {
  const found = (
    ['submit', 'withdraw', 'claim', 'cityApprove', 'provinceApprove', 'decideApprove', 'publish'] as const
  ).filter((name) => {
    const move = transitionOf(name)
    return move.from.includes(from) && (move.to === to || (move.to === 'back' && to === 10))
  })
  return found.length === 1 ? (found[0] as TransitionName) : null
}

const wrongStage = (ctx: Ctx, row: DeclarationRow) =>
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
export const move = (ctx: Ctx, input: MoveInput): Promise<DeclarationRow> =>
  tx(ctx, async (inside) => {
    const row = await lock(inside, input.id)
    const name = nameOf(row, input)
    const { from, perm, requires: asks, jointApproval: together } = transitionOf(name)
    if (perm === null || !hasPermission(inside, `declaration_${perm}`)) throw denied()
    if (!from.includes(row.declareStatus) || (typeof input.version === 'number' && input.version !== row.version))
      throw wrongStage(inside, row)
    if (!isOpenTo(inside, row, name)) throw denied()
    if (asks) await asked[asks](inside, row, input)
    for (const guard of guards[name] ?? []) await guard(inside, row, input)
    const to = await target(inside, row, name)
    const waits = together !== undefined && to === row.declareStatus
    const columns = waits ? {} : ((await effects[name]?.(inside, row, input)) ?? {})
    await writeStep(inside, row, name, to, input)
    const version = row.version + 1
    const moved = to === row.declareStatus ? {} : { declareStatus: to, stageSince: wireTime(), taskUser: null }
    await updateRow(inside, declaration, row.id, { ...moved, ...columns, version }, name)
    if (!declarantTransitions.includes(name)) await keepWriter(inside, row)
    return reread(inside, row.id)
  })

/** Lists are read by those who declare: a row does not say which reviewer moved it last. */
const keepWriter = ({ db }: Ctx, { id, updateUser }: DeclarationRow) =>
  db.updateTable('declaration').set({ updateUser }).where('id', '=', id).execute()

const textOf = (written: string | null | undefined) => written?.trim() || null

const writeStep = async (ctx: Ctx, row: DeclarationRow, name: TransitionName, to: StageCode, input: MoveInput) => {
  const reviews = !declarantTransitions.includes(name)
  const conflict = name === 'score' && input.conflict === 1
  await ctx.db
    .insertInto('declarationMove')
    .values({
      ...{ pid: row.id, move: name, fromStage: row.declareStatus, toStage: to, loop: row.loop, userId: ctx.actor.id },
      ...{ office: await actingOffice(ctx, row, name), comment: textOf(input.comment), conflict },
      ...{ internal: reviews ? textOf(input.internal) : null, met: JSON.stringify((reviews && input.met) || []) },
      ...{
        remarks: JSON.stringify(input.remarks ?? []),
        score: name === 'score' && !conflict ? (input.score ?? null) : null,
      },
    })
    .execute()
}
