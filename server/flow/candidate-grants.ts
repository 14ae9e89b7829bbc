import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import type { CompiledDefinition, TaskDefinition } from './bpmn/compile.ts'
import { hasExpression } from './bpmn/juel-parser.ts'
import { userIdIn } from './user-ids.ts'

/** An expression that is the name of one variable: its value comes from the business, and who sets that one is asked there. */
const variableName = /^[$#]\{\s*[\p{L}_][\p{L}\p{N}_.]*\s*\}$/u

interface Candidate {
  readonly kind: 'group' | 'user' | 'expression'
  readonly value: string
}

const keyOf = ({ kind, value }: Candidate): string => `${kind} ${value}`

const candidatesIn = (text: string | null, kind: 'group' | 'user'): Candidate[] => {
  if (!text) return []
  if (hasExpression(text)) return variableName.test(text.trim()) ? [] : [{ kind: 'expression', value: text.trim() }]
  return text.split(',').flatMap((one) => {
    const value = kind === 'user' ? (userIdIn(one.trim()) ?? one.trim()) : one.trim()
    return value ? [{ kind, value }] : []
  })
}

/** Whom the tasks of a definition name. */
const candidatesOf = (tasks: readonly TaskDefinition[]): Candidate[] =>
  tasks.flatMap(({ assignee, candidateUsers, candidateGroups }) => [
    ...candidatesIn(assignee, 'user'),
    ...candidatesIn(candidateUsers, 'user'),
    ...candidatesIn(candidateGroups, 'group'),
  ])

const isOwn = ({ actor }: Ctx, { kind, value }: Candidate): boolean =>
  kind === 'group' ? actor.rights.aliases.includes(value) : kind === 'user' && value === actor.id

const beyondOwn: Text = [
  '该流程把任务交给您不具备的角色或其他人员：{0}。请由具备该角色的人员或超级管理员部署，或沿用现用版本的候选人。',
  'The process gives tasks to roles that you do not have, or to other people: {0}. Let somebody with this role, or an administrator, deploy it, or keep the candidates of the version in use.',
]

/**
 * A deployed process makes its candidates a right: who has such a role decides. So whoever deploys names nobody beyond the version in
 * use in the tenant but themselves and roles that they have; administrators name anybody. Throws 403 (docs/decisions/0128).
 */
export const assertMayName = async (ctx: Ctx, tenantId: string, { key, tasks }: CompiledDefinition): Promise<void> => {
  if (ctx.actor.rights.administrator) return
  const [used] = await run<{ tasks: readonly TaskDefinition[] }>(
    ctx.db,
    sql`select facts->'tasks' as tasks from flow_definition
      where key = ${key} and tenant_id in ('', ${tenantId}) and is_deleted = 0
      order by tenant_id = '', version desc limit 1`,
  )
  const known = new Set(candidatesOf(used?.tasks ?? []).map(keyOf))
  const beyond = candidatesOf(tasks).filter((one) => !known.has(keyOf(one)) && !isOwn(ctx, one))
  if (beyond.length) throw new Fail(fill(beyondOwn, [...new Set(beyond.map(({ value }) => value))].join('、')), 403)
}
