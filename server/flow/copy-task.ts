import { Fail, faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx, type User, type UserCtx } from '../engine/context.ts'
import { notify } from '../inbox/notify.ts'
import { ctxOf } from '../inbox/people-who.ts'
import { ownName } from './deputy-notice.ts'
import { namesOf } from './element-names.ts'
import { assertRunning, businessOf, type InstanceRow, lockInstance, readInstance } from './instance-row.ts'
import { messageTitle } from './message-words.ts'
import { type NameablePerson, type Naming, nameableFor, namedPerson } from './named-people.ts'
import { addComment, findTask, type TaskRow } from './tasks.ts'
import { assertHolder } from './transfer-task.ts'

const duringScores: Text = [
  '专家评审期间不能抄送，评审结束后再办理',
  'No copies are sent while experts review; send it after that',
]
const withoutReaders: Text = [
  '此类事项只有参与办理的人员可以查看，不能抄送',
  'Only who takes part in it sees such a matter, so no copy can be sent',
]
const notReader: Text = [
  '该人员不能查看此事项（无权限、为专家或单位账号），请从列表中选择',
  'This person cannot open the matter, is an expert or works for a company; choose one from the list',
]

/** Stages in which experts score, and nobody else is brought in. */
const blindStages = ({ app: { stageRules } }: Pick<Ctx, 'app'>): number[] =>
  [...stageRules.stages].filter((stage) =>
    [...(stageRules.secretMoves ?? [])].some((move) => stageRules.startsAt?.(move, stage)),
  )

/** SQL: whether colleagues can be told of the matter of the task `t` of the instance `i` now: not while experts score it blindly. */
export const isSendable = (ctx: Ctx): Fragment => {
  const tables = Object.entries(ctx.app.flowBusinesses).flatMap(([table, { mayRead }]) => (mayRead ? [table] : []))
  return sql`(i.business_table = any(${tables}::text[]) and not coalesce(t.declare_status = any(${blindStages(ctx)}::integer[]), false))`
}

/** Throws unless the caller has the task, and a copy of its matter can be sent now. */
const assertSendable = async (ctx: Ctx, task: TaskRow, instance: InstanceRow): Promise<void> => {
  await assertHolder(ctx, task, instance)
  assertRunning(instance)
  if (!businessOf(ctx, instance.businessTable).mayRead) throw new Fail(withoutReaders, 409)
  const sendable = await run(
    ctx.db,
    sql`select 1 from flow_task t join flow_instance i on i.id = t.instance_id where t.id = ${task.id} and ${isSendable(ctx)}`,
  )
  if (sendable.length === 0) throw new Fail(duringScores, 409)
}

const namingFor = (ctx: UserCtx, { businessTable, businessId }: InstanceRow): Naming => {
  const { mayRead } = businessOf(ctx, businessTable)
  const refuses = (person: User): Text | null =>
    person.accountType === null && !person.rights.aliases.includes('expert') && mayRead?.(ctxOf(ctx, person))
      ? null
      : notReader
  return { ...{ businessTable, businessId, startUser: null, moves: [], excluded: [ctx.actor.id] }, refuses }
}

/** Colleagues who see the matter of a task of the caller anyway, by part of their name. */
export const copyPeople = async (ctx: UserCtx, taskId: string, name: string): Promise<NameablePerson[]> => {
  const task = await findTask(ctx, taskId)
  const instance = await readInstance(ctx, task.instanceId)
  await assertSendable(ctx, task, instance)
  return nameableFor(ctx, namingFor(ctx, instance), name)
}

/** Tells a colleague who sees the matter of a task of the caller to look at it; they can do nothing by it. */
export const copyTask = (ctx: UserCtx, taskId: string, userId: string, note: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const { instanceId } = await findTask(inside, taskId)
    const instance = await lockInstance(inside, instanceId)
    const task = await findTask(inside, taskId)
    await assertSendable(inside, task, instance)
    if (userId === inside.actor.id) throw faulty([{ at: 'userId', text: ['不能抄送给本人', 'Choose a colleague'] }])
    const person = await namedPerson(inside, 'userId', userId, namingFor(inside, instance))
    const { businessTable, businessId, facts, subject } = instance
    const link = businessOf(inside, businessTable).pageOf?.({ businessId, instanceId, taskId: null }) ?? '/'
    const name = await ownName(inside)
    const text: Text = note
      ? fill(['由{0}抄送：{1}', 'Sent by {0}: {1}'], name, note)
      : fill(['由{0}抄送', 'Sent by {0}'], name)
    const title = messageTitle(instance, 'copied', namesOf(facts, task.taskKey, task.name))
    const about = { table: businessTable, id: businessId }
    await addComment(inside, instance.id, task.id, 'copy', note, userId)
    await notify(inside, { to: [userId], kind: 'system', about, title, text, link })
    const after = { task: task.name, to: person.realName, note }
    await writeAudit(inside, 'workTodo', task.id, 'copyTask', null, after, { title: subject })
  })
