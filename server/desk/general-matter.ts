import { isDeepStrictEqual } from 'node:util'
import { generalMatter, type MatterContent, type MatterDetail } from '#contract/desk/general-matter.ts'
import { onlyInvolved } from '#contract/desk/request-states.ts'
import { fieldsOfMatter, type MatterField } from '#contract/flow/matter-fields.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { Fail, faulty, notFound } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { identifier, selectList } from '../engine/column-types.ts'
import { type Ctx, type Handlers, tx, type UserCtx } from '../engine/context.ts'
import { insertRow, pageOf, updateRow } from '../engine/crud.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { tenantRowFilter } from '../engine/scope.ts'
import { rootsIn } from '../flow/bpmn/variable-reads.ts'
import type { FlowBusiness } from '../flow/business.ts'
import { type DefinitionRow, definitionToStart } from '../flow/definitions.ts'
import { maySeeInstance } from '../flow/instance-access.ts'
import { renameInstance } from '../flow/instance-row.ts'
import { instanceState } from '../flow/instance-state.ts'
import { categoriesToRead, type FormVersion, formToStart, formVersion } from '../flow/matter-forms.ts'
import { type Naming, nameableFor, namedPerson } from '../flow/named-people.ts'
import { requestBusiness } from '../flow/request-business.ts'
import { assertCorrectable, withEarlier } from '../flow/request-corrections.ts'
import { startInstance } from '../flow/steps.ts'
import { checkedContent, filesOf, namedContent, variablesOf } from './matter-content.ts'
import { downloadMatter } from './matter-paper.ts'
import { assertStaff, staffByName } from './staff-by-name.ts'

/** The variable that is an approver whom the starter names, as in other processes. */
const approver = 'taskUser'

/** Variables whose value handles a task, and those for which a condition asks whether they are empty: their tasks can be passed by. */
interface Handling {
  readonly handlers: readonly string[]
  readonly optional: readonly string[]
}

const handlingOf = ({ facts, context }: Pick<DefinitionRow, 'facts' | 'context'>): Handling => {
  const handlers = [
    ...new Set(
      facts.tasks.flatMap(({ assignee, candidateUsers }) =>
        [assignee, candidateUsers].flatMap((text) => rootsIn(text)),
      ),
    ),
  ]
  // its conditions stand in the context as they were drawn
  return { handlers, optional: [...context.matchAll(/\bempty\s+(\w+)/g)].map(([, name = '']) => name) }
}

const notStartable: Text = [
  '该流程没有您可以填写的事项表单，或已停止发起',
  'There is no form for this process that you may fill in, or it is closed',
]

/** A definition with the form of its type. Throws 403 unless the caller may start it. */
const toStart = async (ctx: UserCtx, definitionId: string) => {
  const definition = await definitionToStart(ctx, definitionId)
  const form = await formToStart(ctx, definition.categoryKey)
  if (!form) throw new Fail(notStartable, 403)
  return { definition, form }
}

/** A task of a matter whose handler its starter names. */
const naming = ({ actor }: UserCtx): Naming => ({
  ...{ businessTable: 'general_matter', businessId: null, startUser: null, moves: [] },
  excluded: [actor.id],
})

const personFields = (fields: readonly MatterField[]) =>
  fields.flatMap(({ kind, code }) => (kind === 'person' && code ? [code] : []))

const notNamed: Text = ['请选择办理人员', 'Choose who handles the matter']
const noPerson: Text = [
  '流程将此项作为办理人，但此项填写的不是人员，请联系管理员修改流程',
  'The process gives a task to this field, which names no person; ask an administrator to correct it',
]

/** Everybody named is staff; who is named to handle a task may handle it, and is somebody else. Nobody is left out whom a task needs. */
const assertPeople = async (
  ctx: UserCtx,
  { fields }: FormVersion,
  { handlers, optional }: Handling,
  values: MatterContent,
): Promise<void> => {
  const people = personFields(fields)
  for (const at of handlers.filter((code) => Object.hasOwn(values, code) || people.includes(code))) {
    const ids = String(values[at] ?? '')
      .split(',')
      .filter(Boolean)
    if (ids.length === 0 && people.includes(at) && !optional.includes(at)) throw faulty([{ at, text: notNamed }])
    for (const id of ids) {
      if (!/^\d{1,19}$/.test(id)) throw faulty([{ at, text: noPerson }])
      if (id === ctx.actor.id) throw faulty([{ at, text: ['不能由本人审批', 'You cannot approve your own request'] }])
      await namedPerson(ctx, at, id, naming(ctx))
    }
  }
  await assertStaff(ctx, people, values)
}

type Stored = { readonly content: MatterContent; readonly earlier: MatterDetail['earlier'] }

const store = ({ db }: Ctx, id: string, fields: Fields, { content, earlier }: Stored) =>
  run(
    db,
    sql`insert into general_matter_content (matter_id, content, earlier, files)
      values (${id}, ${JSON.stringify(content)}::jsonb, ${JSON.stringify(earlier)}::jsonb,
        ${filesOf(fields, [content, ...earlier.map((one) => one.content)])}::bigint[])
      on conflict (matter_id) do update set content = excluded.content, earlier = excluded.earlier, files = excluded.files`,
  )

/** What messages call a matter. */
const titleOf = ({ name }: FormVersion, title: unknown): Text => fill(['{0}：{1}', '{0}: {1}'], name, String(title))

const newerForm: Text = [
  '事项表单已更新，请刷新页面后核对再提交；已填写的内容保留',
  'The form has changed meanwhile; please reload, check and send it again. What you have filled in stays',
]

/** Stores a matter and starts its process, which reads the values of the fields by their codes; all or nothing. */
const startProcess: Handlers<'generalMatter'>['startProcess'] = (
  ctx,
  { processDefinitionId, title, taskUser, content: json, version },
) =>
  tx(ctx, async (inside) => {
    const { definition, form } = await toStart(inside, String(processDefinitionId))
    if (version && version !== form.version) throw new Fail(newerForm, 409)
    const handling = handlingOf(definition)
    if (handling.handlers.includes(approver) && !taskUser)
      throw faulty([{ at: approver, text: generalMatter.fields.taskUser.message as Text }])
    const content = await checkedContent(inside, form.fields, String(json))
    await assertPeople(inside, form, handling, { ...content, [approver]: taskUser })
    const { id } = await insertRow(inside, generalMatter, {
      ...{ title, taskUser: taskUser ?? null, formId: form.id, formVersion: form.version },
      ...{ applyTime: wireTime(), matterState: 'running', processDefinitionId: definition.id },
    })
    await store(inside, id, fieldsOfMatter(form.fields), { content, earlier: [] })
    const { id: processInstanceId } = await startInstance(inside, {
      ...{ definition, businessTable: 'general_matter', businessId: id },
      ...{ subject: String(title), title: titleOf(form, title) },
      variables: { createUser: ctx.actor.id, taskUser: taskUser ?? null },
    })
    await run(
      inside.db,
      sql`update general_matter set process_instance_id = ${processInstanceId}, update_time = now() where id = ${id}`,
    )
    return true as const
  })

const storedMatter = async (
  ctx: UserCtx,
  id: string,
): Promise<{ row: RowOf<typeof generalMatter> & Stored; form: FormVersion }> => {
  const [row] = await run<RowOf<typeof generalMatter> & Stored>(
    ctx.db,
    sql`select ${selectList(generalMatter.fields)}, c.content, c.earlier
      from ${identifier('generalMatter')} join general_matter_content c on c.matter_id = id
      where id = ${id} and ${tenantRowFilter(ctx.actor, generalMatter)}`,
  )
  const form = row && (await formVersion(ctx, String(row.formId), row.formVersion ?? 0))
  if (!form) throw notFound()
  return { row, form }
}

const handlingIn = async ({ db }: Ctx, definitionId: string | null): Promise<Handling> => {
  const [row] = await run<DefinitionRow>(db, sql`select facts, context from flow_definition where id = ${definitionId}`)
  return row ? handlingOf(row) : { handlers: [], optional: [] }
}

type Correction = Parameters<Handlers<'generalMatter'>['correct']>[1]

/** Corrects a returned matter of the caller. What it was before stays with it, for those who decide on it again. */
const correct = (ctx: UserCtx, { id: matterId, title, content: json }: Correction): Promise<null> =>
  tx(ctx, async (inside) => {
    const id = String(matterId)
    await generalMatterBusiness.lock(inside, id)
    const { row, form } = await storedMatter(inside, id)
    if (row.createUser !== inside.actor.id) throw notFound()
    await assertCorrectable(inside, row.processInstanceId, row.matterState === 'returned')
    const content = await checkedContent(inside, form.fields, String(json))
    await assertPeople(inside, form, await handlingIn(inside, row.processDefinitionId), content)
    if (row.title === title && isDeepStrictEqual(row.content, content)) return null
    const { title: before, content: replaced, processInstanceId } = row
    const earlier = await withEarlier(inside, processInstanceId, row.earlier, { title: before, content: replaced })
    await updateRow(inside, generalMatter, id, { title }, 'correct')
    await store(inside, id, fieldsOfMatter(form.fields), { content, earlier })
    await renameInstance(inside, row.processInstanceId, String(title), titleOf(form, title))
    return null
  })

const detail = async (ctx: UserCtx, id: string): Promise<MatterDetail> => {
  const { row, form } = await storedMatter(ctx, id)
  if (row.createUser !== ctx.actor.id && !(await maySeeInstance(ctx, row.processInstanceId)))
    throw new Fail(onlyInvolved, 403)
  await addDisplayNames(ctx, generalMatter.fields, [row])
  const fields = fieldsOfMatter(form.fields)
  const { createUser, title, applyTime, matterState } = row
  return {
    ...{ id, createUser, title, applyTime, matterState, formName: form.name, fields: form.fields },
    taskUserName: (row as { taskUserName?: string | null }).taskUserName ?? null,
    content: await namedContent(ctx, fields, row.content),
    earlier: await Promise.all(
      row.earlier.map(async (one) => ({ ...one, content: await namedContent(ctx, fields, one.content) })),
    ),
    handlers: (await handlingIn(ctx, row.processDefinitionId)).handlers,
    flow: await instanceState(ctx, row.processInstanceId),
  }
}

export const generalMatterHandlers: Handlers<'generalMatter'> = {
  list: (ctx, input) => pageOf(ctx, generalMatter, input, { conditions: [sql`create_user = ${ctx.actor.id}`] }),
  form: async (ctx, { processDefinitionId }) => {
    const { definition, form } = await toStart(ctx, String(processDefinitionId))
    const { name: formName, note, version, fields } = form
    return { formName, note, version, fields, handlers: handlingOf(definition).handlers }
  },
  startProcess,
  correct,
  show: (ctx, { businessId }) => detail(ctx, String(businessId)),
  paper: async (ctx, { businessId }) => downloadMatter(ctx, await detail(ctx, String(businessId))),
  handlers: (ctx, { realName }) => nameableFor(ctx, naming(ctx), realName?.trim() ?? ''),
  people: (ctx, { realName }) => staffByName(ctx, realName?.trim() ?? ''),
}

const notStaff: Text = [
  '事项由工作人员办理，请从列表中选择',
  'Matters are handled by staff; choose a person from the list',
]

/** Files of matters that the caller started, takes part in or reads by a role. */
export const mayReadMatterFile = async (ctx: UserCtx, attachId: string): Promise<boolean> => {
  const rows = await run<{ createUser: string; instanceId: string }>(
    ctx.db,
    sql`select create_user::text as "createUser", process_instance_id::text as "instanceId" from general_matter
      where id in (select matter_id from general_matter_content where files @> array[${attachId}::bigint] and files <> '{}')
        and ${tenantRowFilter(ctx.actor, generalMatter)}`,
  )
  for (const { createUser, instanceId } of rows)
    if (createUser === ctx.actor.id || (await maySeeInstance(ctx, instanceId))) return true
  return false
}

/** A general matter as the subject of a process. */
export const generalMatterBusiness: FlowBusiness = {
  ...requestBusiness({ table: 'generalMatter', state: 'matterState', page: 'general' }),
  // a correction changes them, and the process decides by them
  variables: async (ctx, id) => {
    const [row] = await run<{ content: MatterContent; fields: readonly MatterField[] }>(
      ctx.db,
      sql`select c.content, v.fields from general_matter m join general_matter_content c on c.matter_id = m.id
        join matter_form_version v on v.form_id = m.form_id and v.version = m.form_version where m.id = ${id}`,
    )
    return row ? variablesOf(row.fields, row.content) : {}
  },
  isVisible: null,
  isReader: (ctx, id) =>
    sql`exists (select 1 from general_matter m join matter_form f on f.id = m.form_id
      where m.id = ${id} and f.category_key in ${categoriesToRead(ctx)})`,
  // enterprises and operators work for no office
  refusesHandler: ({ accountType }) => (accountType === null ? null : notStaff),
  onEnd: async (ctx, id, { by, pass }) => {
    const isEnded = by === 'administrator' || by === 'timer'
    // whoever does not send a returned matter again withdraws it; an approver refuses it
    await run(
      ctx.db,
      sql`update general_matter set update_time = now(), matter_state = case when ${isEnded} then 'ended'
          when ${by === 'starter'} then 'cancelled' when ${pass !== false} then 'approved'
          when matter_state = 'returned' then 'cancelled' else 'refused' end where id = ${id}`,
    )
  },
}
