import { flowModel } from '#contract/flow/flow-model.ts'
import { notFound } from '#contract/kit/fail.ts'
import { type Ctx, type Handlers, requirePermission } from '../engine/context.ts'
import { findRow, insertRow, updateRow } from '../engine/crud.ts'
import { processFactsIn } from './bpmn/process-facts.ts'
import { deploy } from './definitions.ts'

/** The definition in a model, which its rows in lists do not contain. */
const xmlOf = async (ctx: Ctx, id: string): Promise<string> => {
  const row = await ctx.db.selectFrom('flowModel').select('modelEditorXml').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row.modelEditorXml ?? ''
}

export const flowModelHandlers: Handlers<'flowModel'> = {
  detail: async (ctx, { id }) => {
    const row = await findRow(ctx, flowModel, id)
    return { ...row, modelEditorXml: await xmlOf(ctx, row.id) }
  },
  submit: async (ctx, { id, name, modelKey, description, modelEditorXml }) => {
    requirePermission(ctx, id ? 'flow_model_update' : 'flow_model_create')
    // what the drawing says counts; the other values are those of a drawing without them
    const drawn = await processFactsIn(String(modelEditorXml))
    const values = {
      modelKey: drawn.key ?? modelKey ?? null,
      name: drawn.name ?? name ?? modelKey ?? null,
      description: drawn.description ?? description ?? null,
      modelEditorXml,
      modelType: 0,
    }
    if (!id) return findRow(ctx, flowModel, (await insertRow(ctx, flowModel, { ...values, version: 1 })).id)
    const before = await findRow(ctx, flowModel, id)
    await updateRow(ctx, flowModel, id, { ...values, version: (before.version ?? 0) + 1 })
    return findRow(ctx, flowModel, id)
  },
  deploy: async (ctx, { modelId, category, tenantIds }) => {
    const { id, modelKey } = await findRow(ctx, flowModel, modelId)
    await deploy(ctx, [{ xml: await xmlOf(ctx, id), resourceName: `${modelKey}.bpmn20.xml`, category, tenantIds }])
    return true
  },
}
