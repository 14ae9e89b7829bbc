import { codeGeneration } from '#contract/develop/code-generation.ts'
import { dataModel } from '#contract/develop/data-model.ts'
import { modelPrototype, type prototypeFields } from '#contract/develop/model-prototype.ts'
import type { TableInfo } from '#contract/develop/table-info.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { type Row, type RowInput, split } from '#contract/kit/field.ts'
import { snake } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../engine/context.ts'
import { findRow, insertRow, removeRows, rowsOf, saveRow, updateRow } from '../engine/crud.ts'
import { restoreRows } from '../engine/deleted-rows.ts'
import { readTable, readTables } from './catalogue.ts'
import { readSource } from './connect.ts'
import { guessPrototypes, type Known } from './guess-prototypes.ts'
import { readRows } from './table-rows.ts'

type Prototype = Row<typeof prototypeFields>
type PrototypeInput = RowInput<typeof prototypeFields> & { readonly id?: string | null }

interface TableOf {
  readonly modelId?: string | null
  readonly tableName?: string | null
  readonly datasourceId?: string | null
}

/** The structure of a table, by its name or that of a model. */
const readTableOf = async (ctx: Ctx, { modelId, tableName, datasourceId }: TableOf): Promise<TableInfo> => {
  const model = modelId ? await findRow(ctx, dataModel, modelId) : null
  const name = tableName || model?.modelTable
  if (!name) throw new Fail(['请选择数据表', 'Choose a table'], 400)
  return readSource(ctx, datasourceId || model?.datasourceId, (from) => readTable(from, name))
}

/** What guesses are made by: the dictionaries and the entities of the platform. */
const readKnown = async ({ app, db }: Ctx): Promise<Known> => ({
  dictionaries: await run<{ code: string; keys: string[] }>(
    db,
    sql`select code, array_agg(dict_key::text) as keys from dict where parent_id <> 0 and is_deleted = 0 group by code`,
  ),
  entities: new Map(
    Object.values(app.entities)
      .filter(({ isView }) => !isView)
      .map(({ name }) => [snake(name), name]),
  ),
})

/** The stored prototypes of a model, in the order of the grid. */
export const storedPrototypes = (ctx: Ctx, modelId: string): Promise<(Prototype & { id: string })[]> => {
  return rowsOf(ctx, modelPrototype, { modelId_equal: modelId, ascs: 'sort,id' })
}

/** Stores prototypes: those with an id, or with the column of a stored one, are changed, others added. All or nothing. */
export const submitPrototypes = (ctx: Ctx, { list }: { list?: readonly PrototypeInput[] | null }): Promise<null> =>
  tx(ctx, async (inside) => {
    const models = [...new Set((list ?? []).map(({ modelId }) => modelId))]
    const stored = await run<{ id: string; modelId: string; jdbcName: string }>(
      inside.db,
      sql`select id::text, model_id::text as "modelId", jdbc_name as "jdbcName" from model_prototype
        where is_deleted = 0 and model_id = any(${models}::bigint[])`,
    )
    const idOf = ({ modelId, jdbcName }: PrototypeInput) =>
      stored.find((one) => one.modelId === modelId && one.jdbcName === jdbcName)?.id
    for (const { id = null, ...values } of list ?? []) {
      const existing = id ?? idOf(values)
      await (existing ? updateRow(inside, modelPrototype, existing, values) : insertRow(inside, modelPrototype, values))
    }
    return null
  })

/** What exists only with its model. */
const partsOfModels = [modelPrototype, codeGeneration] as const

/** The rows that were removed in the same transaction as their model. */
const removedWith = async (ctx: Ctx, { name }: AnyEntity, models: readonly string[]): Promise<string[]> => {
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select part.id::text from ${identifier(name)} part join data_model model on model.id = part.model_id
      where model.id = any(${models}::bigint[]) and model.is_deleted = 1 and part.is_deleted = 1 and part.update_time = model.update_time`,
  )
  return rows.map(({ id }) => id)
}

const ownRows = () =>
  new Fail([
    '平台自身的数据请在相应的列表中查看，模型预览只读取外部数据源的数据',
    'See the data of the platform itself in its lists; a model shows only rows of data sources',
  ])

/** Data models: what a table of a database is in the platform. */
export const dataModelHandlers: Handlers<'dataModel'> = {
  submit: async (ctx, input) => {
    requirePermission(ctx, input.id ? 'model_edit' : 'model_add')
    const { id } = await saveRow(ctx, dataModel, input)
    return findRow(ctx, dataModel, id)
  },
  /** Takes the prototypes and the settings of code along; the recycle bin has each. */
  remove: (ctx, { ids }) =>
    tx(ctx, async (inside) => {
      const models = split(ids)
      for (const entity of partsOfModels) {
        const rows = await run<{ id: string }>(
          inside.db,
          sql`select id::text from ${identifier(entity.name)} where is_deleted = 0 and model_id = any(${models}::bigint[])`,
        )
        if (rows.length)
          await removeRows(
            inside,
            entity,
            rows.map(({ id }) => id),
          )
      }
      return removeRows(inside, dataModel, models)
    }),
  /** With the prototypes and the settings of code that were removed with it, not with those that had been removed before. */
  restore: (ctx, { ids }) =>
    tx(ctx, async (inside) => {
      const models = split(ids)
      const parts = await Promise.all(
        partsOfModels.map(async (entity) => ({ entity, rows: await removedWith(inside, entity, models) })),
      )
      await restoreRows(inside, dataModel, models)
      for (const { entity, rows } of parts) if (rows.length) await restoreRows(inside, entity, rows)
      return null
    }),
  select: (ctx) => rowsOf(ctx, dataModel, {}),
  tableList: (ctx, { datasourceId }) => readSource(ctx, datasourceId, readTables),
  tableInfo: readTableOf,
  tableRows: async (ctx, { modelId }) => {
    const { datasourceId, modelTable } = await findRow(ctx, dataModel, modelId)
    if (!datasourceId || datasourceId === '0') throw ownRows()
    return readSource(ctx, datasourceId, (from) => readRows(from, modelTable))
  },
  modelPrototype: async (ctx, input) => {
    const stored = input.modelId ? await storedPrototypes(ctx, input.modelId) : []
    if (stored.length) return stored
    if (!input.modelId && !input.tableName) throw notFound()
    const guesses = guessPrototypes(await readTableOf(ctx, input), await readKnown(ctx))
    return guesses.map((guess) => ({ id: null, modelId: input.modelId ?? null, ...guess }) as never)
  },
  submitList: (ctx, input) => submitPrototypes(ctx, input),
}

/** The fields of models under the addresses of the family. */
export const modelPrototypeHandlers: Handlers<'modelPrototype'> = {
  select: (ctx, { modelId }) => storedPrototypes(ctx, String(modelId)),
  submitList: (ctx, input) => submitPrototypes(ctx, input),
}
