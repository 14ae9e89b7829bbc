import { type LeaveDetail, leave } from '#contract/desk/leave.ts'
import { onlyInvolved } from '#contract/desk/request-states.ts'
import { pagesOf, processTypes } from '#contract/flow/categories.ts'
import type { VariablesOf } from '#contract/flow/process-variables.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { Fail, faulty, notFound } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { identifier, selectList } from '../engine/column-types.ts'
import { type Ctx, type Handlers, tx, type UserCtx } from '../engine/context.ts'
import { insertRow, pageOf, updateRow } from '../engine/crud.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { tenantRowFilter } from '../engine/scope.ts'
import type { FlowBusiness } from '../flow/business.ts'
import { type DefinitionRow, definitionToStart } from '../flow/definitions.ts'
import { maySeeInstance } from '../flow/instance-access.ts'
import { renameInstance } from '../flow/instance-row.ts'
import { instanceState } from '../flow/instance-state.ts'
import { type Naming, nameableFor, namedPerson } from '../flow/named-people.ts'
import { requestBusiness } from '../flow/request-business.ts'
import { assertCorrectable, withEarlier } from '../flow/request-corrections.ts'
import { startInstance } from '../flow/steps.ts'
import { calendar, workingDays } from '../system/reference/working-days.ts'
import { informOfAbsence } from '../work/absent-deputies.ts'

const maxDays = 366

/** The working days of a period. Throws a fault if it is empty, reversed or longer than a year. */
const daysOf = async (ctx: Ctx, startTime: string, endTime: string): Promise<number> => {
  const at = 'endTime'
  if (endTime <= startTime)
    throw faulty([{ at, text: ['结束时间须晚于开始时间', 'The leave must end after it starts'] }])
  if (Date.parse(endTime) - Date.parse(startTime) > maxDays * 86_400_000)
    throw faulty([{ at, text: ['请假时间不能超过一年', 'A leave can be at most a year long'] }])
  const days = workingDays(startTime, endTime, await calendar(ctx))
  if (days === 0) throw faulty([{ at, text: ['所选时间内没有工作日', 'There is no working day in this period'] }])
  return days
}

/** The task of the approver whom an applicant names. */
const approval = ({ actor }: UserCtx): Naming => ({
  ...{ businessTable: 'leave', businessId: null, startUser: null, moves: [] },
  excluded: [actor.id],
})

const assertApprover = async (ctx: UserCtx, id: string): Promise<void> => {
  const at = 'taskUser'
  if (id === ctx.actor.id) throw faulty([{ at, text: ['不能由本人审批', 'You cannot approve your own request'] }])
  await namedPerson(ctx, at, id, approval(ctx))
}

/** What messages call a request: its reason is private. */
const titleOf = async ({ db, actor }: UserCtx, days: number): Promise<Text> => {
  const [person] = await run<{ name: string | null }>(
    db,
    sql`select real_name as name from "user" where id = ${actor.id}`,
  )
  const title: Text = ['{0}的请假申请（{1}天）', '{0}’s leave ({1} {2})']
  return fill(title, person?.name ?? '', days, days === 1 ? 'day' : 'days')
}

/** Any process of its type, unless it is one of the platform's that has another form. */
const startsByLeave = ({ key, categoryKey }: DefinitionRow): boolean =>
  pagesOf(key) === undefined ? categoryKey === processTypes.leave : key === 'leave'

/** Stores a request and starts its process, which reads `createUser`, `taskUser` and `days`; all or nothing. */
const startProcess: Handlers<'leave'>['startProcess'] = (
  ctx,
  { processDefinitionId, startTime, endTime, reason, taskUser },
) =>
  tx(ctx, async (inside) => {
    const days = await daysOf(inside, String(startTime), String(endTime))
    await assertApprover(inside, String(taskUser))
    const definition = await definitionToStart(inside, String(processDefinitionId))
    if (!startsByLeave(definition)) throw new Fail(['该流程不是请假流程', 'This is not the process for leave'])
    const values = { startTime, endTime, reason, taskUser, days, applyTime: wireTime(), leaveState: 'running' }
    const { id } = await insertRow(inside, leave, { ...values, processDefinitionId: definition.id })
    const { id: processInstanceId } = await startInstance(inside, {
      definition,
      businessTable: 'leave',
      businessId: id,
      subject: String(reason),
      title: await titleOf(inside, days),
      variables: { createUser: ctx.actor.id, taskUser, days } satisfies VariablesOf<'leave'>,
    })
    await run(
      inside.db,
      sql`update leave set process_instance_id = ${processInstanceId}, update_time = now() where id = ${id}`,
    )
    return true as const
  })

type Correction = Parameters<Handlers<'leave'>['correct']>[1]

/** Corrects a returned request of the caller. What it was before stays with it, for those who decide on it again. */
const correct = (ctx: UserCtx, { id: requestId, ...values }: Correction): Promise<null> =>
  tx(ctx, async (inside) => {
    const id = String(requestId)
    await leaveBusiness.lock(inside, id)
    const [row] = await run<RowOf<typeof leave>>(
      inside.db,
      sql`select ${selectList(leave.fields)} from ${identifier('leave')} where id = ${id}
        and create_user = ${inside.actor.id} and ${tenantRowFilter(inside.actor, leave)}`,
    )
    if (!row) throw notFound()
    await assertCorrectable(inside, row.processInstanceId, row.leaveState === 'returned')
    const { startTime, endTime, reason, days } = row
    if (startTime === values.startTime && endTime === values.endTime && reason === values.reason) return null
    const before = { startTime, endTime, reason, days }
    const earlier = await withEarlier(inside, row.processInstanceId, row.earlier ?? [], before)
    const newDays = await daysOf(inside, String(values.startTime), String(values.endTime))
    await updateRow(inside, leave, id, { ...values, days: newDays, earlier }, 'correct')
    await renameInstance(inside, row.processInstanceId, String(values.reason), await titleOf(inside, newDays))
    return null
  })

const detail = async (ctx: UserCtx, id: string): Promise<LeaveDetail> => {
  const [row] = await run<RowOf<typeof leave>>(
    ctx.db,
    sql`select ${selectList(leave.fields)} from ${identifier('leave')}
      where id = ${id} and is_deleted = 0 and tenant_id = ${ctx.actor.tenantId}`,
  )
  if (!row) throw notFound()
  if (row.createUser !== ctx.actor.id && !(await maySeeInstance(ctx, row.processInstanceId)))
    throw new Fail(onlyInvolved, 403)
  await addDisplayNames(ctx, leave.fields, [row])
  const flow = await instanceState(ctx, row.processInstanceId)
  return { ...row, taskUserName: (row as { taskUserName?: string | null }).taskUserName ?? null, flow }
}

export const leaveHandlers: Handlers<'leave'> = {
  list: (ctx, input) => pageOf(ctx, leave, input, { conditions: [sql`create_user = ${ctx.actor.id}`] }),
  startProcess,
  correct,
  show: (ctx, { businessId }) => detail(ctx, String(businessId)),
  approvers: (ctx, { realName }) => nameableFor(ctx, approval(ctx), realName?.trim() ?? ''),
  days: async (ctx, { startTime, endTime }) => ({ days: await daysOf(ctx, String(startTime), String(endTime)) }),
}

const notStaff: Text = [
  '请假由工作人员审批，请从列表中选择审批人',
  'Leave is approved by staff; choose an approver from the list',
]

/** A request for leave as the subject of a process. */
export const leaveBusiness: FlowBusiness = {
  ...requestBusiness({ table: 'leave', state: 'leaveState', page: 'leave' }),
  // a correction changes them, and the process decides by them who approves
  variables: async (ctx, id) => {
    const [row] = await run<{ days: number }>(ctx.db, sql`select days::float8 as days from leave where id = ${id}`)
    return (row ? { days: row.days } : {}) satisfies VariablesOf<'leave'>
  },
  isVisible: null,
  // enterprises and operators work for no office
  refusesHandler: ({ accountType }) => (accountType === null ? null : notStaff),
  onEnd: async (ctx, id, { by, pass }) => {
    const state = by === 'administrator' || by === 'timer' ? 'ended' : pass === false ? 'cancelled' : 'approved'
    await run(ctx.db, sql`update leave set leave_state = ${state}, update_time = now() where id = ${id}`)
    if (state === 'approved') await informOfAbsence(ctx, id)
  },
}
