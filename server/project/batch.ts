import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type BatchAct, type BatchState, batch, batchActs, batchStates } from '#contract/project/batch.ts'
import { momentOf } from '../base/process/clock.ts'
import { type Ctx, type Handlers, tx } from '../engine/context.ts'
import { insertRow, removeRows, updateRow } from '../engine/crud.ts'
import { type BatchDates, dateFaults } from './batch/batch-dates.ts'
import { type BatchRow, lockBatch, lockTemplate, lockTemplateOf, otherOpenBatch } from './batch/batch-row.ts'
import { batchAfter, candidatesAt, countAt, moveReturnedOn } from './batch/closing.ts'
import { countWithoutBatch, joinWaiting } from './batch/membership.ts'
import { rereadDeclaration } from './record/declaration-row.ts'
import { moveToNext } from './review/batch-acts.ts'

const assertDates = (dates: BatchDates): void => {
  const faults = dateFaults(dates)
  if (faults.length) throw faulty(faults)
}

const otherState: Text = [
  '批次目前处于“{0}”，不能执行此操作，请刷新后再试',
  'The batch is now in the state “{0}”, so this is not possible; please reload and try again',
]
const isOpenElsewhere: Text = [
  '该模板的“{0}”正在开放，请先将其截止',
  '“{0}” of the same template is open; close it first',
]
const datesMissing: Text = [
  '请先填写批次截止和评审结论截止的时间',
  'Please enter first when the batch closes and when its decisions are due',
]
const isOver: Text = ['批次截止时间已过，请先修改', 'The batch would have closed already; please change the date first']
const tooEarly: Text = [
  '批次截止时间为 {0}，未到时间不能截止；需要提前的，请先修改截止时间',
  'The batch closes at {0}, not before; to close it earlier, change that date first',
]

const assertCanOpen = async (ctx: Ctx, row: BatchRow): Promise<void> => {
  if (!row.closeAt || !row.decisionDeadline) throw new Fail(datesMissing)
  assertDates(row)
  if (momentOf(row.closeAt) <= new Date()) throw new Fail(isOver)
  const other = await otherOpenBatch(ctx, row)
  if (other) throw new Fail(fill(isOpenElsewhere, other), 409)
}

const assertCanClose = ({ closeAt }: BatchRow): void => {
  if (closeAt && momentOf(closeAt) > new Date()) throw new Fail(fill(tooEarly, closeAt.slice(0, 16)))
}

const undecided: Text = [
  '还有 {0} 件在省级审核，尚未作出通过、顺延或不予通过的决定，不能截止',
  '{0} declarations are under province review and neither approved, deferred nor rejected, so the batch cannot close',
]
const noNextForLate: Text = [
  '还有 {0} 件仍由办理部门办理，截止后须顺延，但没有下一批次；请先新增批次，或修改截止时间',
  '{0} declarations are still with an office and have to be deferred, but there is no next batch; add one, or move the closing date',
]

/** Closes a batch: what an office has not finished is deferred, what is with its applicant goes on. */
const closeBatch = async (ctx: Ctx, row: BatchRow): Promise<void> => {
  assertCanClose(row)
  const open = await countAt(ctx, row, [30, 35], false)
  if (open) throw new Fail(fill(undecided, open), 409)
  const next = await batchAfter(ctx, row)
  const late = await candidatesAt(ctx, row, [10, 20, 25])
  if (late.length && !next) throw new Fail(fill(noNextForLate, late.length), 409)
  for (const id of late) if (next) await moveToNext(ctx, await rereadDeclaration(ctx, id), row, next, null)
  await moveReturnedOn(ctx, row, next?.id ?? null)
}

const notDecided: Text = [
  '还有 {0} 件未作出评审结论、{1} 件退回修改中，不能进入公示；退回的可顺延或退出本批次',
  '{0} members are not decided and {1} are returned, so the public notice cannot begin; returned ones can be deferred or leave the batch',
]
const assertDecided = async (ctx: Ctx, row: BatchRow): Promise<void> => {
  const [open, returned] = [await countAt(ctx, row, [40, 45], true), await countAt(ctx, row, [70], true)]
  if (open + returned) throw new Fail(fill(notDecided, open, returned), 409)
}
const inNotice: Text = ['还有 {0} 件在公示中，不能标记为已发布', '{0} members are still under public notice']
const assertNoticeOver = async (ctx: Ctx, row: BatchRow): Promise<void> => {
  const open = await countAt(ctx, row, [50], true)
  if (open) throw new Fail(fill(inNotice, open), 409)
}

/** What an act asks of the batch, besides its state, and does besides changing it. */
const guards: Readonly<Record<BatchAct, (ctx: Ctx, row: BatchRow) => void | Promise<void>>> = {
  open: assertCanOpen,
  close: closeBatch,
  review: () => undefined,
  announce: assertDecided,
  publish: assertNoticeOver,
}

const { choices } = batch.fields.batchState
const nameOf = (state: BatchState): Text => choices.find(([code]) => code === state)?.[1] ?? ['', '']

/** Moves a batch to its next state, in one transaction. Throws 409 in any other state than that of the act. */
const move = (ctx: Ctx, id: unknown, act: BatchAct): Promise<null> =>
  tx(ctx, async (inside) => {
    if (act === 'open') await lockTemplateOf(inside, id)
    const row = await lockBatch(inside, id)
    if (row.batchState !== batchActs[act]) throw new Fail(fill(otherState, nameOf(row.batchState)), 409)
    await guards[act](inside, row)
    await updateRow(inside, batch, row.id, { batchState: row.batchState + 1 }, act)
    return null
  })

const otherTemplate: Fault = {
  at: 'templateId',
  text: ['批次所属模板不能修改', 'A batch stays with its template'],
}

const onlyPrepared: Text = ['只能删除处于“准备”的批次', 'Only a batch in preparation can be deleted']
const hasMembers: Text = [
  '批次中已有申报，不能删除；请先将其顺延至其他批次',
  'Declarations belong to this batch, so it cannot be deleted; move them to another one first',
]

export const batchHandlers: Handlers<'batch'> = {
  save: (ctx, input) => {
    assertDates(input)
    return tx(ctx, async (inside) => {
      // one new batch after the other
      await lockTemplate(inside, input.templateId)
      const row = await insertRow(inside, batch, { ...input, id: undefined })
      await joinWaiting(inside, row.id, String(input.templateId))
      return row
    })
  },
  update: (ctx, input) =>
    tx(ctx, async (inside) => {
      const row = await lockBatch(inside, input.id)
      if (input.templateId && input.templateId !== row.templateId) throw faulty([otherTemplate])
      const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
      assertDates({ ...row, ...sent })
      return updateRow(inside, batch, row.id, input)
    }),
  remove: (ctx, { ids }) =>
    tx(ctx, async (inside) => {
      for (const id of split(ids)) {
        const { batchState } = await lockBatch(inside, id)
        if (batchState !== batchStates.prepared) throw new Fail(onlyPrepared)
      }
      return removeRows(inside, batch, split(ids), () => hasMembers)
    }),
  waiting: (ctx) => countWithoutBatch(ctx),
  open: (ctx, { id }) => move(ctx, id, 'open'),
  close: (ctx, { id }) => move(ctx, id, 'close'),
  review: (ctx, { id }) => move(ctx, id, 'review'),
  announce: (ctx, { id }) => move(ctx, id, 'announce'),
  publish: (ctx, { id }) => move(ctx, id, 'publish'),
}
