import { fill, type Text } from '#contract/kit/text.ts'
import { duties, isOfDeclarant } from '#contract/project/transitions.ts'
import { user } from '#contract/system/user.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import { type App, type Ctx, hasPermission, tx, type User } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { readPeople } from '../../engine/session.ts'
import { notify } from '../../inbox/notify.ts'
import { ctxOf } from '../../inbox/people-who.ts'
import { systemCtx } from '../../inbox/system-ctx.ts'
import { ownDeadline, reviewerWaitingFilter } from '../review/waiting.ts'
import { type TaskFigures, taskFigures } from './waiting-tasks.ts'

/** From 8:30 on, Asia/Shanghai; a server that starts after the end of the working day does not make up for it. */
const [firstMinute, lastMinute] = ['08:30', '18:00']
const peoplePerStatement = 20
/** Permissions of people who review; declarants get messages about each of their declarations. */
const reviewPerms = [...new Set(duties.filter((duty) => !isOfDeclarant(duty)).map(({ perm }) => `declaration_${perm}`))]

interface Figures {
  readonly waiting: number
  readonly overdue: number
  /** The nearest deadline to come. */
  readonly next: string | null
  readonly registrations: number
  readonly tasks: TaskFigures
}

/** Officers of all tenants: whoever reviews, handles tasks or approves registrations, without administrators. */
const officers = async (ctx: Ctx): Promise<User[]> => {
  const perms = [...reviewPerms, 'work_todo_handle', 'declaration_unlist', 'user_audit_pass']
  const people = await readPeople(
    ctx,
    sql`u.role_id && array(select g.role_id from role_menu g join menu m on m.id = g.menu_id
      where m.code = any(${perms}::text[]) and m.is_deleted = 0)`,
  )
  const permitted = (person: User) => perms.some((perm) => hasPermission(ctxOf(ctx, person), perm))
  return people.filter((person) => !person.rights.administrator && permitted(person))
}

const figuresOf = async (ctx: Ctx, people: readonly User[]): Promise<Figures[]> => {
  const columns = people.map((person) => {
    const personCtx = ctxOf(ctx, person)
    const waits = reviewerWaitingFilter(personCtx)
    const deadline = ownDeadline(personCtx)
    const registrations = hasPermission(personCtx, 'user_audit_pass')
      ? sql`(select count(*)::int from "user" where status = 0 and ${rowFilter(personCtx, user)})`
      : sql`0`
    return sql`(select jsonb_build_object('waiting', count(*), 'overdue', count(*) filter (where ${deadline} < now()),
        'next', min(${deadline}) filter (where ${deadline} >= now()), 'registrations', ${registrations},
        'tasks', ${taskFigures(personCtx)})
      from declaration where ${waits})`
  })
  const [row] = await run<{ figures: Figures[] }>(
    ctx.db,
    sql`select jsonb_build_array(${sql.join(columns)}) as figures`,
  )
  return row?.figures ?? []
}

const taskLines = ({ waiting, claimable, consulted }: TaskFigures): Text[] => {
  const own = waiting - consulted
  const ownLine = claimable
    ? fill(['待办理的流程任务 {0} 件，其中待签收 {1} 件', 'Tasks: {0}, to be claimed: {1}'], own, claimable)
    : fill(['待办理的流程任务 {0} 件', 'Tasks: {0}'], own)
  return [
    ...(own ? [ownLine] : []),
    ...(consulted ? [fill(['待您提意见的加签 {0} 件', 'Advice asked of you: {0}'], consulted)] : []),
  ]
}

const totalOf = ({ waiting, registrations, tasks }: Figures): number => waiting + registrations + tasks.waiting

const wordsOf = (figures: Figures): { title: Text; text: Text } => {
  const { waiting, overdue, registrations, tasks } = figures
  const next = [figures.next, tasks.next].filter((time) => time !== null).toSorted()[0]
  const title: Text = ['今日待办 {0} 件，其中逾期 {1} 件', 'Waiting for you today: {0}, overdue: {1}']
  const lines: Text[] = [
    ...(waiting ? [fill(['待办理的申报 {0} 件', 'Declarations: {0}'], waiting)] : []),
    ...taskLines(tasks),
    ...(registrations ? [fill(['待审核的注册账号 {0} 个', 'Registrations: {0}'], registrations)] : []),
    ...(next ? [fill(['最近的办理时限：{0}', 'Next deadline: {0}'], next.slice(0, 10))] : []),
  ]
  const join = (at: 0 | 1) => lines.map((line) => line[at]).join('\n')
  return { title: fill(title, totalOf(figures), overdue + tasks.overdue), text: [join(0), join(1)] }
}

const sendDigest = async (ctx: Ctx): Promise<void> => {
  const people = await officers(ctx)
  for (let from = 0; from < people.length; from += peoplePerStatement) {
    const part = people.slice(from, from + peoplePerStatement)
    const figures = await figuresOf(ctx, part)
    for (const [i, { id }] of part.entries()) {
      const one = figures[i]
      if (!one || totalOf(one) === 0) continue
      await notify(ctx, { to: [id], kind: 'reminder', about: null, link: '/wel/index', ...wordsOf(one) })
    }
  }
}

/**
 * Sends the digest of the day of `now`, if it is time and no server has done it: the row of the day is written in the same
 * transaction, so a server that stops in between has sent nothing. Resolves to whether it was sent.
 */
export const sendDigestOnce = async (app: App, now = new Date()): Promise<boolean> => {
  const [day = '', time = ''] = wireTime(now).split(' ')
  if (time.slice(0, 5) < firstMinute || time.slice(0, 5) >= lastMinute) return false
  return tx(await systemCtx(app, 'digest'), async (inside) => {
    const inserted = await inside.db
      .insertInto('digestDay')
      .values({ day })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst()
    if (!inserted) return false
    await sendDigest(inside)
    return true
  })
}
