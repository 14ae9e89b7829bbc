import { hasForm, pagesOf, processTypes } from '#contract/flow/categories.ts'
import { type DefinitionWarning, elementProperties } from '#contract/flow/differences.ts'
import type { Outline } from '#contract/flow/outline.ts'
import { variablesOfMatters, variablesSetFor } from '#contract/flow/process-variables.ts'
import { fill, listText, localize, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import type { TaskDefinition } from './bpmn/compile.ts'
import { hasExpression } from './bpmn/juel-parser.ts'
import { openChoices } from './bpmn/open-choices.ts'
import { labelFor } from './bpmn/problems.ts'
import { readsIn } from './bpmn/variable-reads.ts'
import { codesOfForms } from './matter-forms.ts'
import { userIdIn } from './user-ids.ts'

/** What a tenant knows of the people and roles that a definition names. */
interface CandidateStates {
  /** By id; those who do not exist are absent. */
  readonly users: ReadonlyMap<string, { readonly name: string; readonly isActive: boolean }>
  /** The number of members who can log in, by alias; roles that do not exist are absent. */
  readonly roles: ReadonlyMap<string, number>
}

const candidateStates = async (
  { db }: Ctx,
  tenantId: string,
  { users, aliases }: { readonly users: readonly string[]; readonly aliases: readonly string[] },
): Promise<CandidateStates> => {
  const people = await run<{ id: string; name: string; isActive: boolean }>(
    db,
    sql`select u.id::text, coalesce(u.real_name, u.account) as name, u.status = 1 as "isActive" from "user" u
      where u.id::text = any(${[...new Set(users)]}) and u.tenant_id = ${tenantId} and u.is_deleted = 0`,
  )
  const roles = await run<{ alias: string; count: number }>(
    db,
    sql`select r.role_alias as alias, count(distinct u.id)::int as count
      from role r left join "user" u on u.role_id @> array[r.id] and u.tenant_id = ${tenantId} and u.status = 1 and u.is_deleted = 0
      where r.role_alias = any(${[...new Set(aliases)]}) and r.tenant_id = ${tenantId} and r.is_deleted = 0
      group by r.role_alias`,
  )
  return {
    users: new Map(people.map(({ id, ...state }) => [id, state])),
    roles: new Map(roles.map(({ alias, count }) => [alias, count])),
  }
}

/** A definition that is about to be deployed. */
export interface CheckedDeployment {
  readonly outline: Outline
  readonly tasks: readonly TaskDefinition[]
  /** Empty for all tenants: then the people of the caller's tenant count, as in a rehearsal. */
  readonly tenantId: string
  /** The key of its type; null if the caller has not chosen one yet. */
  readonly type: number | null
}

/** The same with the form that is declared for its type. */
interface WithForm extends CheckedDeployment {
  /** The codes of the fields of that form, or of all forms while no type is chosen; null if the type has none. */
  readonly formCodes: readonly string[] | null
}

interface Warning {
  readonly elementId: string
  readonly text: Text
}

const unknownRole: Text = [
  '{0}的候选组“{1}”：租户 {2} 没有别名为“{1}”的角色，无人能签收。请更正候选组，或在“角色管理”中新建该角色。',
  'The {0} has the candidate group “{1}”, but tenant {2} has no role with this alias, so nobody could claim it. Correct the group, or add the role.',
]
const emptyRole: Text = [
  '{0}的候选组“{1}”：租户 {2} 没有担任该角色的可用账号，无人能签收。请为用户分配该角色，或更换候选组。',
  'The {0} has the candidate group “{1}”, but nobody with this role in tenant {2} can log in. Give the role to a user, or choose another group.',
]
const noAccountId: Text = [
  '{0}的{1}“{2}”不是账号编号。请输入账号编号，或改用候选组。',
  'The {0} has “{2}” under “{1}”, which is not the id of an account. Enter the id, or use a candidate group.',
]
const unknownUser: Text = [
  '{0}的{1}“{2}”：租户 {3} 没有该账号。请更正编号，或改用候选组。',
  'The {0} has “{2}” under “{1}”, but tenant {3} has no such account. Correct the id, or use a candidate group.',
]
const disabledUser: Text = [
  '{0}的{1}“{2}”（{3}）未启用或已停用，不能办理。请在“用户管理”中启用该账号，或更换人员。',
  'The {0} has “{2}” ({3}) under “{1}”, whose account is not active. Activate it, or choose somebody else.',
]
const unsetVariable: Text = [
  '{0}的{1}读取变量“{2}”，但没有程序设置它，运行到此处会出错。请改用可用的变量（{3}），或去掉这个变量。',
  'The {0} reads the variable “{2}” under “{1}”, but nothing sets it, so the process would fail there. Use one of {3}, or remove it.',
]
const noForm: Text = [
  '{0}没有对应的办理表单，部署后不会出现在“发起事务”中。请选择有事项表单的流程类型，或改用平台已有表单的流程标识（{1}）。',
  'The {0} has no form, so nobody will be offered it in “Start a process”. Choose a type with a form of matters, or a key that has a form ({1}).',
]

const textsIn = (list: string | null): readonly string[] =>
  list === null || hasExpression(list)
    ? []
    : list
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean)

const people = ['assignee', 'candidateUsers', 'excludedUsers'] as const

interface NamedPerson {
  readonly task: TaskDefinition
  readonly property: (typeof people)[number]
  readonly text: string
}

/** The people that tasks name themselves, not by an expression. */
const peopleIn = (tasks: readonly TaskDefinition[]): readonly NamedPerson[] =>
  tasks.flatMap((task) =>
    people.flatMap((property) => textsIn(task[property] ?? null).map((text) => ({ task, property, text }))),
  )

const taskLabel = ({ nodes }: Outline, { id, name }: TaskDefinition): Text =>
  labelFor('UserTask', nodes[id]?.name || name, id)

const warningsOfPeople = ({ outline, tasks }: CheckedDeployment, tenant: string, states: CandidateStates): Warning[] =>
  peopleIn(tasks).flatMap(({ task, property, text }): Warning[] => {
    const label = taskLabel(outline, task)
    const id = userIdIn(text)
    const state = id === null ? undefined : states.users.get(id)
    if (state?.isActive) return []
    const values = [label, elementProperties[property], text] as const
    const sentence =
      id === null
        ? fill(noAccountId, ...values)
        : state
          ? fill(disabledUser, ...values, state.name)
          : fill(unknownUser, ...values, tenant)
    return [{ elementId: task.id, text: sentence }]
  })

const warningsOfGroups = ({ outline, tasks }: CheckedDeployment, tenant: string, states: CandidateStates): Warning[] =>
  tasks.flatMap((task) =>
    textsIn(task.candidateGroups).flatMap((alias): Warning[] => {
      const members = states.roles.get(alias)
      if (members) return []
      const text = fill(members === undefined ? unknownRole : emptyRole, taskLabel(outline, task), alias, tenant)
      return [{ elementId: task.id, text }]
    }),
  )

const elementLabel = ({ nodes, flows }: Outline, id: string): Text => {
  const node = nodes[id]
  return node
    ? labelFor(node.type, node.name, id)
    : labelFor('SequenceFlow', flows.find((one) => one.id === id)?.name, id)
}

/** Variables that are read and that nothing sets. */
export const warningsOfVariables = ({
  outline,
  type,
  formCodes,
}: Pick<WithForm, 'outline' | 'type' | 'formCodes'>): Warning[] => {
  const results = Object.values(outline.nodes).flatMap(({ id, type: kind, properties }) =>
    kind === 'ServiceTask' ? (properties.resultVariable ?? id) : [],
  )
  const ofForm = formCodes && !pagesOf(outline.key) ? [...variablesOfMatters, ...formCodes] : []
  const set = [...new Set(['pass', ...variablesSetFor(outline.key, type), ...ofForm, ...results])]
  return readsIn(outline)
    .filter(({ variable }) => !set.includes(variable))
    .map(({ elementId, property, variable }) => ({
      elementId,
      text: fill(
        unsetVariable,
        elementLabel(outline, elementId),
        elementProperties[property],
        variable,
        set.join(', '),
      ),
    }))
}

const openChoice: Text = [
  '{0}之后的连线都有条件，没有默认连线；例如 {1} 时没有条件成立，流程无法继续。请把其中一条设为默认连线，或补全条件。',
  'Every flow after the {0} has a condition and none is the default: with {1}, for example, none is true, and the process cannot go on. Make one of them the default flow, or complete the conditions.',
]

/** Choices without a default flow of which, with some values, no condition is true. */
export const warningsOfChoices = ({ outline }: Pick<CheckedDeployment, 'outline'>): Warning[] =>
  openChoices(outline).map(({ elementId, values }) => {
    const example = Object.entries(values).map(([name, value]): Text => [`${name}=${value}`, `${name}=${value}`])
    return { elementId, text: fill(openChoice, elementLabel(outline, elementId), listText(example)) }
  })

/** A process finds its form by its key, else by its type, which is chosen with the deployment. */
const warningsOfForm = ({ outline, type, formCodes }: WithForm): Warning[] =>
  hasForm(outline.key, type, formCodes)
    ? []
    : [
        {
          elementId: outline.key,
          text: fill(
            noForm,
            labelFor('Process', outline.name, outline.key),
            listText(Object.keys(processTypes).map((key) => [key, key])),
          ),
        },
      ]

/** What would not work although the definition can be deployed: no form, tasks without people, unset variables, open choices. */
export const deploymentWarnings = async (ctx: Ctx, checked: CheckedDeployment): Promise<DefinitionWarning[]> => {
  const deployment = { ...checked, formCodes: await codesOfForms(ctx, checked.type) }
  const tenant = deployment.tenantId || ctx.actor.tenantId
  const { tasks } = deployment
  const states = await candidateStates(ctx, tenant, {
    users: peopleIn(tasks).flatMap(({ text }) => userIdIn(text) ?? []),
    aliases: tasks.flatMap(({ candidateGroups }) => textsIn(candidateGroups)),
  })
  const warnings = [
    ...warningsOfForm(deployment),
    ...warningsOfGroups(deployment, tenant, states),
    ...warningsOfPeople(deployment, tenant, states),
    ...warningsOfVariables(deployment),
    ...warningsOfChoices(deployment),
  ]
  return warnings.map(({ elementId, text }) => ({ elementId, text: localize(text, ctx.lang) }))
}
