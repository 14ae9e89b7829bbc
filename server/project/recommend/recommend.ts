import { randomUUID } from 'node:crypto'
import type { VariablesOf } from '#contract/flow/process-variables.ts'
import { check } from '#contract/kit/check.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { denied, Fail, faulty, notFound } from '#contract/kit/fail.ts'
import { relaxed } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { recommendAt } from '#contract/portal/public-recommend.ts'
import { type RecommendDetail, recommend, recommendInput } from '#contract/project/recommend.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import { identifier, selectList } from '../../engine/column-types.ts'
import { type Handlers, tx, type UserCtx } from '../../engine/context.ts'
import { insertRow, removeRows, updateRow } from '../../engine/crud.ts'
import { addDisplayNames } from '../../engine/labels.ts'
import { rowFilter, tenantRowFilter } from '../../engine/scope.ts'
import { type DefinitionRow, definitionToStart, latestDefinition } from '../../flow/definitions.ts'
import { maySeeInstance } from '../../flow/instance-access.ts'
import { renameInstance } from '../../flow/instance-row.ts'
import { instanceState } from '../../flow/instance-state.ts'
import { namedPerson } from '../../flow/named-people.ts'
import { startInstance } from '../../flow/steps.ts'
import { hasOpenTask } from '../../flow/task-access.ts'
import { assertOwnNumber, repeatedRow } from './recommend-number.ts'

type Row = RowOf<typeof recommend>
type SaveInput = Parameters<Handlers<'recommend'>['save']>[1]

/** A row that the caller may see in the list, locked. Throws 404. */
const lockRow = async (ctx: UserCtx, id: string): Promise<Row> => {
  const [row] = await run<Row>(
    ctx.db,
    sql`select ${selectList(recommend.fields)} from ${identifier('recommend')}
      where id = ${id} and ${rowFilter(ctx, recommend)} for update`,
  )
  if (!row) throw notFound()
  return row
}

/** Throws unless the row is the caller's own and a draft, or was returned to them, who then have an open task of it. */
const assertEditable = async (ctx: UserCtx, row: Row) => {
  if (row.createUser !== ctx.actor.id) throw denied()
  if (row.recommendState === 'draft') return
  if (row.recommendState !== 'returned' || !(await hasOpenTask(ctx, row.processInstanceId)))
    throw new Fail(['该推荐已提交，不能修改', 'This recommendation has been sent and cannot be changed'], 409)
}

/** What a recommendation still lacks, or what is wrong in it, before it can be reviewed. */
const faultsIn = (values: object) => check(recommendInput, { ...values }, { mode: 'new' }).faults

/** Values in their standard form, such as a phone number without blanks; what breaks a rule stays as it was typed. */
const inStandardForm = <V extends object>(values: V): V => {
  const { value, faults } = check(relaxed(recommendInput), values as Record<string, unknown>, { mode: 'change' })
  const invalid = new Set(faults.map(({ at }) => at))
  const valid = Object.entries(value).filter(([name]) => !invalid.has(name))
  return { ...values, ...Object.fromEntries(valid) }
}

/** Throws unless there is something to keep. */
const assertNotEmpty = (values: object) => {
  if (Object.keys(recommendInput).every((name) => !(values as Record<string, unknown>)[name]))
    throw faulty([
      { at: 'projectName', text: ['请至少填写一项内容再保存草稿', 'Fill in at least one field to save a draft'] },
    ])
}

interface Written {
  readonly id: string
  /** Whether the request repeats one that has sent this recommendation already: nothing is left to do. */
  readonly isSent: boolean
}

const write = async (
  ctx: UserCtx,
  { id, projectUuid, taskUser, ...input }: Omit<SaveInput, 'processDefinitionId'>,
): Promise<Written> => {
  const values = inStandardForm(input)
  if (!id) {
    assertNotEmpty(values)
    const repeated = projectUuid ? await repeatedRow(ctx, projectUuid, { ...values, taskUser }) : null
    if (repeated) return { id: repeated.id, isSent: repeated.recommendState !== 'draft' }
    const row = {
      ...values,
      year: values.year || wireTime().slice(0, 4),
      projectUuid: projectUuid || randomUUID(),
      recommendUser: ctx.actor.id,
      recommendState: 'draft',
      version: 1,
    }
    return { id: (await insertRow(ctx, recommend, row)).id, isSent: false }
  }
  const row = await lockRow(ctx, id)
  await assertEditable(ctx, row)
  if (projectUuid && projectUuid !== row.projectUuid) await assertOwnNumber(ctx, projectUuid, id)
  await updateRow(ctx, recommend, id, {
    ...values,
    ...(projectUuid ? { projectUuid } : {}),
    version: (row.version ?? 0) + 1,
  })
  const changed = { ...row, ...values }
  // what a reviewer has returned is no draft: it stays complete
  if (row.recommendState !== 'draft' && faultsIn(changed).length) throw faulty(faultsIn(changed))
  await renameInstance(ctx, row.processInstanceId, changed.projectName ?? '')
  return { id, isSent: false }
}

const assertIsRecommendation = ({ key }: DefinitionRow) => {
  if (key !== 'recommend') throw new Fail(['该流程不是项目推荐流程', 'This is not the process for recommendations'])
}

/** A fault may contain a list of its own. */
const betweenFaults: Text = ['；', '; ']

/** Starts the process of a saved draft, in the caller's transaction. */
const start = async (ctx: UserCtx, id: string, definition: DefinitionRow, taskUser: string | null) => {
  const row = await lockRow(ctx, id)
  if (row.recommendState !== 'draft')
    throw new Fail(['该推荐已提交，请勿重复提交', 'This recommendation has already been sent'], 409)
  const faults = faultsIn(row)
  if (faults.length)
    throw new Fail(
      fill(
        ['草稿尚未填写完整或填写有误：{0}', 'The draft is not complete or not correct: {0}'],
        [
          faults.map(({ text }) => text[0]).join(betweenFaults[0]),
          faults.map(({ text }) => text[1]).join(betweenFaults[1]),
        ],
      ),
      400,
      { faults },
    )
  if (taskUser) {
    const naming = { businessTable: 'recommend', businessId: id, startUser: null, moves: [], excluded: [ctx.actor.id] }
    await namedPerson(ctx, 'taskUser', taskUser, naming)
  }
  await run(
    ctx.db,
    sql`update recommend set recommend_state = 'running', apply_time = now(), update_time = now(), process_definition_id = ${definition.id},
        task_user = ${taskUser}
      where id = ${id}`,
  )
  const { id: processInstanceId } = await startInstance(ctx, {
    definition,
    businessTable: 'recommend',
    businessId: id,
    subject: row.projectName ?? '',
    variables: { createUser: ctx.actor.id, taskUser } satisfies VariablesOf<'recommend'>,
  })
  await run(
    ctx.db,
    sql`update recommend set process_instance_id = ${processInstanceId}, update_time = now() where id = ${id}`,
  )
}

const save: Handlers<'recommend'>['save'] = (ctx, { processDefinitionId, taskUser, ...values }) =>
  tx(ctx, async (inside) => {
    const { id, isSent } = await write(inside, { ...values, taskUser })
    if (!processDefinitionId || isSent) return { id }
    const definition = await definitionToStart(inside, processDefinitionId)
    assertIsRecommendation(definition)
    await start(inside, id, definition, taskUser || null)
    return { id }
  })

const startDraft: Handlers<'recommend'>['start'] = (ctx, { id }) =>
  tx(ctx, async (inside) => {
    const row = await lockRow(inside, String(id))
    if (row.createUser !== ctx.actor.id) throw denied()
    const definition = await latestDefinition(inside, 'recommend')
    if (!definition) throw new Fail(['项目推荐流程尚未部署', 'The process for recommendations is not deployed'])
    await start(inside, row.id, definition, null)
    return null
  })

const removeDraft: Handlers<'recommend'>['removeDraft'] = (ctx, { id }) =>
  tx(ctx, async (inside) => {
    const row = await lockRow(inside, String(id))
    if (row.createUser !== ctx.actor.id) throw denied()
    if (row.recommendState !== 'draft')
      throw new Fail(['该推荐已提交，不能删除', 'This recommendation has been sent and cannot be deleted'], 409)
    return removeRows(inside, recommend, [row.id])
  })

/** By the present setting, so that codes made before PUBLIC_URL was set or changed lead to the right host; else only the path. */
const publicAddress = ({ app }: UserCtx, id: string): string => `${app.env.publicUrl ?? ''}${recommendAt(id)}`

/** A recommendation for its recommender, those whose data scopes include it, and those who handle a task of it. */
const detail = async (ctx: UserCtx, id: string): Promise<RecommendDetail> => {
  const [row] = await run<Row & { isInScope: boolean }>(
    ctx.db,
    sql`select ${selectList(recommend.fields)}, (${rowFilter(ctx, recommend)}) as "isInScope" from ${identifier('recommend')}
      where id = ${id} and ${tenantRowFilter(ctx.actor, recommend)}`,
  )
  if (!row || !(row.isInScope || (await maySeeInstance(ctx, row.processInstanceId)))) throw notFound()
  const { isInScope: _, ...values } = row
  await addDisplayNames(ctx, recommend.fields, [values])
  const { recommendUserName = null } = values as { recommendUserName?: string | null }
  const flow = await instanceState(ctx, row.processInstanceId)
  return { ...values, qrCode: values.qrCode && publicAddress(ctx, row.id), recommendUserName, flow }
}

export const recommendHandlers: Handlers<'recommend'> = {
  save,
  start: startDraft,
  removeDraft,
  detail: (ctx, { id }) => detail(ctx, String(id)),
}
