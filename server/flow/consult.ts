import { Fail, faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { maxConsulted } from '#contract/work/consultation.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx, type User, type UserCtx } from '../engine/context.ts'
import { notify } from '../inbox/notify.ts'
import { ctxOf } from '../inbox/people-who.ts'
import { adviserRefusal } from './advisers.ts'
import { isSendable } from './copy-task.ts'
import { ownName } from './deputy-notice.ts'
import { namesOf } from './element-names.ts'
import { assertRunning, businessOf, type InstanceRow, lockInstance, readInstance } from './instance-row.ts'
import { messageTitle } from './message-words.ts'
import { type NameablePerson, type Naming, nameableFor, namedPeople } from './named-people.ts'
import { isPersonal } from './task-takers.ts'
import { addComment, findTask, type TaskRow } from './tasks.ts'
import { assertHolder } from './transfer-task.ts'

const notConsultable: Text = [
  '此环节不能加签：专家评审期间、专家本人的评审和发起人的修改不征求其他人员意见',
  'Nobody is consulted here: not while experts review, on a score, or on a correction',
]
const withoutReaders: Text = [
  '此类事项只有参与办理的人员可以查看，不能加签',
  'Only who takes part in it sees such a matter, so nobody else can be consulted',
]

/** Throws unless colleagues can be consulted on the open task now. */
export const assertConsultable = async (ctx: Ctx, task: TaskRow, instance: InstanceRow): Promise<void> => {
  assertRunning(instance)
  if (!businessOf(ctx, instance.businessTable).mayRead) throw new Fail(withoutReaders, 409)
  const [consultable] = await run(
    ctx.db,
    sql`select 1 from flow_task t join flow_instance i on i.id = t.instance_id
      where t.id = ${task.id} and ${isSendable(ctx)} and not ${isPersonal(ctx)}`,
  )
  if (!consultable) throw new Fail(notConsultable, 409)
}

const namingFor = (ctx: UserCtx, taskId: string, { businessTable, businessId }: InstanceRow): Naming => ({
  ...{ businessTable, businessId, startUser: null, moves: [], excluded: [] },
  refuses: (person) => adviserRefusal(ctxOf(ctx, person), taskId),
})

/** Colleagues whom the caller can consult on a task of theirs, by part of their name. */
export const advisersFor = async (ctx: UserCtx, taskId: string, name: string): Promise<NameablePerson[]> => {
  const task = await findTask(ctx, taskId)
  const instance = await readInstance(ctx, task.instanceId)
  await assertHolder(ctx, task, instance)
  await assertConsultable(ctx, task, instance)
  return nameableFor(ctx, namingFor(ctx, taskId, instance), name)
}

/** Tells somebody of a consultation: its matter is reached by the page of the business. */
export const informOfConsultation = async (
  ctx: UserCtx,
  { id, task, instance }: { readonly id: string; readonly task: TaskRow; readonly instance: InstanceRow },
  event: 'consulted' | 'advised',
  to: readonly string[],
  text: Text,
) => {
  const { businessTable, businessId, facts } = instance
  const link = businessOf(ctx, businessTable).pageOf?.({ businessId, instanceId: instance.id, taskId: null }) ?? '/'
  const title = messageTitle(instance, event, namesOf(facts, task.taskKey, task.name))
  const kind = event === 'consulted' ? 'todo' : 'result'
  await notify(ctx, { to, kind, about: { table: 'consultation', id }, title, text, link })
}

/** Throws a fault for colleagues who have an open consultation of the task already. */
const assertNotConsulted = async (ctx: Ctx, at: string, taskId: string, people: readonly User[]) => {
  const open = await run<{ id: string }>(
    ctx.db,
    sql`select user_id::text as id from consultation where task_id = ${taskId} and state = 'open'`,
  )
  const known = people.find((person) => open.some(({ id }) => id === person.id))
  if (!known) return
  const text: Text = ['已请{0}提出意见，尚未答复', '{0} has been consulted already and has not answered yet']
  throw faulty([{ at, text: fill(text, known.realName) }])
}

/** Asks colleagues, who see the matter of a task of the caller anyway, for their advice. The decision does not wait for it. */
export const consult = (ctx: UserCtx, taskId: string, userIds: readonly string[], note: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const at = 'userIds'
    const ids = [...new Set(userIds)]
    if (ids.length > maxConsulted)
      throw faulty([{ at, text: fill(['每次最多选择 {0} 人', 'Choose at most {0} people at a time'], maxConsulted) }])
    const { instanceId } = await findTask(inside, taskId)
    const instance = await lockInstance(inside, instanceId)
    const task = await findTask(inside, taskId)
    await assertHolder(inside, task, instance)
    await assertConsultable(inside, task, instance)
    if (ids.includes(inside.actor.id)) throw faulty([{ at, text: ['不能加签给本人', 'Choose colleagues'] }])
    const people = await namedPeople(inside, at, ids, namingFor(inside, taskId, instance))
    await assertNotConsulted(inside, at, taskId, people)
    const name = await ownName(inside)
    const text: Text = note
      ? fill(['由{0}加签：{1}', 'Consulted by {0}: {1}'], name, note)
      : fill(['由{0}加签', 'Consulted by {0}'], name)
    for (const person of people) {
      const [row] = await run<{ id: string }>(
        inside.db,
        sql`insert into consultation (task_id, consulted_by, user_id, note)
          values (${taskId}, ${inside.actor.id}, ${person.id}, ${note || null}) returning id::text`,
      )
      await addComment(inside, instance.id, taskId, 'consult', note, person.id)
      await informOfConsultation(inside, { id: row?.id ?? '', task, instance }, 'consulted', [person.id], text)
    }
    const after = { task: task.name, to: people.map(({ realName }) => realName).join('、'), note }
    await writeAudit(inside, 'workTodo', taskId, 'consult', null, after, { title: instance.subject })
  })
