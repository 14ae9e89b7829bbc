import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { flowDictionary } from '#contract/flow/categories.ts'
import { faultsOfMatterFields, type MatterField, withCodes } from '#contract/flow/matter-fields.ts'
import { matterForm } from '#contract/flow/matter-form.ts'
import { type MatterSample, matterSamples } from '#contract/flow/matter-samples.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { dict } from '#contract/system/dict.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../engine/context.ts'
import { findRow, insertRow, removeRows, rowsOf, updateRow } from '../engine/crud.ts'
import { restoreRows } from '../engine/deleted-rows.ts'
import { isFreeName } from './bpmn/variable-reads.ts'
import { addModel } from './flow-model.ts'

/** What the entry of a type says of its form: the name in the addresses of its pages. */
const formName = 'general'
/** The first key that the platform's own types do not need. */
const firstKey = 11

/** The kinds of all fields that a form ever had, by their codes. */
const kindsBefore = async ({ db }: Ctx, id: string | null): Promise<Map<string, string>> => {
  const rows = await run<{ code: string; kind: string }>(
    db,
    sql`select field ->> 'code' as code, field ->> 'kind' as kind
      from matter_form_version v, jsonb_array_elements(v.fields) field where v.form_id = ${id} order by v.version`,
  )
  return new Map(rows.map(({ code, kind }) => [code, kind]))
}

const checkedFields = async (ctx: Ctx, id: string | null, declared: readonly MatterField[]): Promise<MatterField[]> => {
  const before = await kindsBefore(ctx, id)
  const faults = faultsOfMatterFields(declared, { kindsBefore: before, isFree: isFreeName })
  if (faults.length) throw faulty(faults)
  return withCodes(declared, [...before.keys()])
}

const storeFields = ({ db }: Ctx, id: string, version: number, fields: readonly MatterField[]) =>
  run(
    db,
    sql`insert into matter_form_version (form_id, version, fields) values (${id}, ${version}, ${JSON.stringify(fields)}::jsonb)`,
  )

interface Type {
  readonly categoryKey: number
  readonly name: string
  readonly nameEn: string | null
}

/** Makes the entry of a type in the dictionary, or gives it the name of its form. */
const storeType = async (ctx: Ctx, { categoryKey, name, nameEn }: Type): Promise<void> => {
  const names = { dictValue: name, dictValueEn: nameEn }
  const entries = await rowsOf(ctx, dict, { code_equal: flowDictionary })
  const entry = entries.find(({ dictKey }) => dictKey === String(categoryKey))
  if (entry) {
    if (entry.dictValue !== name || entry.dictValueEn !== nameEn) await updateRow(ctx, dict, entry.id, names)
    return
  }
  const head = entries.find(({ parentId }) => parentId === '0')
  if (!head)
    throw new Fail(['系统字典中没有“流程类型”（flow）', 'The dictionary of process types (flow) does not exist'], 409)
  await insertRow(ctx, dict, {
    ...names,
    ...{ code: flowDictionary, parentId: head.id, dictKey: String(categoryKey), sort: categoryKey, remark: formName },
  })
}

const newKey = async ({ db }: Ctx): Promise<number> => {
  // keys are given one after the other
  await run(db, sql`select pg_advisory_xact_lock(hashtext('matter_form'))`)
  const [row] = await run<{ key: number }>(
    db,
    sql`select greatest(${sql.lit(firstKey - 1)}, max(key))::integer + 1 as key from (
      select dict_key::integer as key from dict where code = ${flowDictionary} and dict_key ~ '^[0-9]{1,5}$'
      union all select category_key from matter_form union all select category_key from flow_definition) used`,
  )
  return (row as { key: number }).key
}

type Input = Parameters<NonNullable<Handlers<'matterForm'>['submit']>>[1]

const add = async (
  ctx: Ctx,
  { fields: _, ...input }: Input,
  declared: readonly MatterField[],
): Promise<{ id: string }> => {
  const fields = await checkedFields(ctx, null, declared)
  const categoryKey = await newKey(ctx)
  const { id } = await insertRow(ctx, matterForm, { ...input, fields, categoryKey, version: 1 })
  await storeFields(ctx, id, 1, fields)
  await storeType(ctx, { categoryKey, name: String(input.name), nameEn: input.nameEn ?? null })
  return { id }
}

const change = async (ctx: Ctx, id: string, input: Input): Promise<{ id: string }> => {
  await run(ctx.db, sql`select from matter_form where id = ${id} for update`)
  const before = await findRow(ctx, matterForm, id)
  const declared = (input.fields ?? before.fields ?? []) as readonly MatterField[]
  const fields = await checkedFields(ctx, id, declared)
  const isNew = !isDeepStrictEqual(fields, before.fields)
  const version = (before.version ?? 0) + (isNew ? 1 : 0)
  const saved = await updateRow(ctx, matterForm, id, { ...input, fields, version })
  if (isNew) await storeFields(ctx, id, version, fields)
  const { name, nameEn, categoryKey } = await findRow(ctx, matterForm, id)
  await storeType(ctx, { categoryKey: categoryKey ?? 0, name, nameEn })
  return saved
}

const inUse: Text = [
  '“{0}”已部署流程或已有人发起，不能删除；不再受理的，请将“允许发起”改为“否”',
  '“{0}” has a deployed process or matters, so it cannot be deleted; set “Can be started” to No instead',
]

/** A form whose processes are deployed or whose matters exist stays. */
const remove = (ctx: Ctx, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    const forms = await rowsOf(inside, matterForm, {}, [sql`id = any(${[...ids]}::bigint[])`])
    for (const { id, name, categoryKey } of forms) {
      const uses = sql`select 1 from flow_definition where category_key = ${categoryKey} and is_deleted = 0
        union all select 1 from general_matter where form_id = ${id} limit 1`
      // matters cannot be adjusted, so the reason of the engine would lead nowhere
      if ((await run(inside.db, uses)).length) throw new Fail(fill(inUse, name))
    }
    await removeRows(inside, matterForm, ids)
    for (const { categoryKey } of forms) {
      const [entry] = await rowsOf(inside, dict, { code_equal: flowDictionary }, [
        sql`dict_key = ${String(categoryKey)}`,
      ])
      if (entry) await removeRows(inside, dict, [entry.id])
    }
    return null
  })

const readSample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')

/** The form of a sample, and its drawing. Its fields have one language, that of the office, like those of every declared form. */
const sampleOf = (sample: MatterSample) => {
  const [name, nameEn] = matterSamples[sample]
  const forms = JSON.parse(readSample('forms.json')) as Record<MatterSample, readonly MatterField[]>
  return { form: { name, nameEn }, fields: forms[sample], xml: readSample(`${sample}.bpmn20.xml`) }
}

const sameName: Text = ['已有名为“{0}”的事项表单', 'There is a form called “{0}” already']

export const matterFormHandlers: Handlers<'matterForm'> = {
  submit: (ctx, input) => {
    requirePermission(ctx, input.id ? 'matter_form_edit' : 'matter_form_add')
    return tx(ctx, (inside) =>
      input.id ? change(inside, input.id, input) : add(inside, input, (input.fields ?? []) as readonly MatterField[]),
    )
  },
  addSample: (ctx, { sample }) => {
    requirePermission(ctx, 'flow_model_create')
    const { form, fields, xml } = sampleOf(sample as MatterSample)
    return tx(ctx, async (inside) => {
      const [same] = await rowsOf(inside, matterForm, {}, [sql`name = ${form.name}`])
      if (same) throw faulty([{ at: 'sample', text: fill(sameName, form.name) }])
      const added = await add(inside, { ...form, isOpen: 1 }, fields)
      await addModel(inside, xml)
      return added
    })
  },
  remove: (ctx, { ids }) => remove(ctx, split(ids)),
  restore: (ctx, { ids }) =>
    tx(ctx, async (inside) => {
      await restoreRows(inside, matterForm, split(ids))
      for (const id of split(ids)) {
        const { name, nameEn, categoryKey } = await findRow(inside, matterForm, id)
        await storeType(inside, { categoryKey: categoryKey ?? 0, name, nameEn })
      }
      return null
    }),
}
