import { faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { user } from '#contract/system/user.ts'
import { contains, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx, User } from '../engine/context.ts'
import { mayContain } from '../engine/pairs.ts'
import { readPeople } from '../engine/session.ts'
import { ctxOf } from '../inbox/people-who.ts'
import { businessOf } from './instance-row.ts'
import { mayHandle, seesBusiness } from './task-access.ts'
import { takerRefusal } from './task-takers.ts'

/** A task for which somebody names a person. */
export interface Naming {
  /** Null where it is no task of one matter. */
  readonly businessTable: string | null
  /** The matter that the person has to see; null where they see it because they are named. */
  readonly businessId: string | null
  /** Who has started the process: their own matter can be given back to them. */
  readonly startUser: string | null
  readonly moves: readonly string[]
  /** People who may not handle the task. */
  readonly excluded: readonly string[]
  /** Alias of a role that the person needs besides the permission. */
  readonly role?: string
  /** The task, if a colleague passes it on: the person has to be one who could take it themselves. */
  readonly passedOn?: string
  /** Why somebody cannot be named for another reason. */
  readonly refuses?: (person: User) => Text | null | Promise<Text | null>
}

const cannotLogIn: Text = ['请选择可以登录的办理人', 'Choose a person who can log in']
const isExcluded: Text = ['该人员不得办理此任务', 'This person may not handle this task']
const notPermitted: Text = [
  '该人员没有办理此任务的权限，请另选办理人，或先为其角色授权',
  'This person has no permission to handle this task; choose another, or grant it to their role first',
]
const notVisible: Text = [
  '该事项不在该人员的数据范围内，请另选办理人',
  'The matter is outside the data that this person may see; choose another',
]

/** Why a person would not be let into the task, although they can log in; null if they are. */
const refusalOf = async (ctx: Ctx, naming: Naming, person: User): Promise<Text | null> => {
  const { businessTable, businessId, startUser, moves, excluded, role } = naming
  const isStarter = person.id === startUser
  if (excluded.includes(person.id)) return isExcluded
  if (naming.passedOn) return takerRefusal(ctxOf(ctx, person), naming.passedOn)
  const ofBusiness =
    isStarter || businessTable === null ? null : businessOf(ctx, businessTable).refusesHandler?.(person)
  const refusal = ofBusiness ?? (await naming.refuses?.(person))
  if (refusal) return refusal
  const inTheirPlace = ctxOf(ctx, person)
  if (!mayHandle(inTheirPlace, moves) || (role && !person.rights.aliases.includes(role))) return notPermitted
  if (businessTable === null || businessId === null || isStarter) return null
  return (await seesBusiness(inTheirPlace, { businessTable, businessId })) ? null : notVisible
}

/** Who is named for a task: everybody who names somebody asks this. Throws a fault at the field unless they would be let in. */
export const namedPerson = async (ctx: Ctx, at: string, id: string, naming: Naming): Promise<User> => {
  const [person] = await readPeople(ctx, sql`u.id = ${id} and u.tenant_id = ${ctx.actor.tenantId}`)
  const text = person ? await refusalOf(ctx, naming, person) : cannotLogIn
  if (text || !person) throw faulty([{ at, text: text ?? cannotLogIn }])
  return person
}

/** Several people who are named together. Throws a fault that names the first of them who would not be let in. */
export const namedPeople = async (ctx: Ctx, at: string, ids: readonly string[], naming: Naming): Promise<User[]> => {
  const people: User[] = []
  for (const id of ids) {
    const [person] = await readPeople(ctx, sql`u.id = ${id} and u.tenant_id = ${ctx.actor.tenantId}`)
    if (!person) throw faulty([{ at, text: cannotLogIn }])
    const text = await refusalOf(ctx, naming, person)
    if (text)
      throw faulty([{ at, text: fill(['{0}：{1}', '{0}: {1}'], person.realName ?? person.account ?? '', text) }])
    people.push(person)
  }
  return people
}

/** Those of several people who may be named together. */
export const acceptedPeople = async (ctx: Ctx, ids: readonly string[], naming: Naming): Promise<User[]> => {
  const people = await readPeople(ctx, sql`u.id = any(${[...ids]}::bigint[]) and u.tenant_id = ${ctx.actor.tenantId}`)
  const refusals = await Promise.all(people.map((person) => refusalOf(ctx, naming, person)))
  return people.filter((_, i) => refusals[i] === null)
}

/** Roles with a permission that completes the task, and administrators, who have all. `mayHandle` decides on the people who have them. */
const rolesFor = ({ app }: Ctx, { moves, role }: Naming) => {
  if (role) return sql`array(select id from role where role_alias = ${role} and is_deleted = 0)`
  const perms = moves.length ? moves.map((move) => app.stageRules.permOf?.(move)) : ['work_todo_handle']
  return sql`array(select g.role_id from role_menu g join menu m on m.id = g.menu_id
      where m.code = any(${perms.filter(Boolean)}::text[]) and m.is_deleted = 0
    union select id from role where role_alias = 'administrator' and is_deleted = 0)`
}

/** SQL: whether the person `c` has a role of the candidates of a task that is passed on, or is one; all, if it has no candidates. */
const isAmongCandidates = (
  taskId: string,
) => sql`(not exists (select 1 from flow_task_candidate n where n.task_id = ${taskId})
    or exists (select 1 from flow_task_candidate n where n.task_id = ${taskId} and (n.kind = 'user' and n.value = c.id::text
      or n.kind = 'group' and c.role_id && array(select id from role where role_alias = n.value and is_deleted = 0))))`

/** People whom `namedPerson` accepts, by part of their name or account, in its order; of the first `limit * 5` with such a permission. */
export const nameablePeople = async (ctx: Ctx, naming: Naming, name: string, limit = 20): Promise<User[]> => {
  const matchesText = [
    ...mayContain(user, [name], { of: sql`c` }),
    sql`(${contains(sql`c.real_name`, name)} or ${contains(sql`c.account`, name)})`,
  ]
  const some = sql`select c.id::text from "user" c where c.tenant_id = ${ctx.actor.tenantId} and c.status = 1 and c.is_deleted = 0
    and c.role_id && ${rolesFor(ctx, naming)} and ${sql.join(matchesText, sql` and `)}
    and not c.id = any(${[...naming.excluded]}::bigint[]) and ${naming.passedOn ? isAmongCandidates(naming.passedOn) : sql`true`}
    order by c.dept_id && ${naming.passedOn || naming.refuses ? ctx.actor.deptIds : []}::bigint[] desc, c.real_name collate pinyin, c.id
    limit ${sql.lit(limit * 5)}`
  const ids = (await run<{ id: string }>(ctx.db, some)).map(({ id }) => id)
  const people = new Map(
    (await readPeople(ctx, sql`u.id = any(${ids}::bigint[])`)).map((person) => [person.id, person]),
  )
  const accepted: User[] = []
  for (const person of ids.flatMap((id) => people.get(id) ?? [])) {
    if (accepted.length === limit) break
    if ((await refusalOf(ctx, naming, person)) === null) accepted.push(person)
  }
  return accepted
}

/** A person as pickers show them. */
export interface NameablePerson {
  readonly id: string
  readonly realName: string
  readonly account: string
  readonly deptName: string | null
}

/** The same people with their first departments, for pickers. */
export const nameableFor = async (ctx: Ctx, naming: Naming, name: string): Promise<NameablePerson[]> => {
  const people = await nameablePeople(ctx, naming, name)
  const depts = await run<{ id: string; name: string }>(
    ctx.db,
    sql`select id::text, dept_name as name from dept where id = any(${people.flatMap(({ deptIds }) => deptIds.slice(0, 1))}::bigint[])`,
  )
  const names = new Map(depts.map((dept) => [dept.id, dept.name]))
  return people.map(({ id, realName, account, deptIds }) => ({
    id,
    realName,
    account,
    deptName: names.get(deptIds[0] ?? '') ?? null,
  }))
}
