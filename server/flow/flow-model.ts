import { flowModel } from '#contract/flow/flow-model.ts'
import { notFound } from '#contract/kit/fail.ts'
import { type Ctx, type Handlers, requirePermission } from '../engine/context.ts'
import { findRow, insertRow, updateRow } from '../engine/crud.ts'
import { processFactsIn } from './bpmn/process-facts.ts'
import { deploy } from './definitions.ts'

interface ModelNames {
  readonly modelKey?: string | null | undefined
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
}

/** The definition in a model, which its rows in lists do not contain. */
const xmlOf = async (ctx: Ctx, id: string): Promise<string> => {
  const row = await ctx.db.selectFrom('flowModel').select('modelEditorXml').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row.modelEditorXml ?? ''
}

/** What the drawing says counts; the other values are those of a drawing without them. */
const drawnValues = async (xml: string | null | undefined, { modelKey, name, description }: ModelNames) => {
  const modelEditorXml = String(xml ?? '')
  const drawn = await processFactsIn(modelEditorXml)
  return {
    modelKey: drawn.key ?? modelKey ?? null,
    name: drawn.name ?? name ?? modelKey ?? null,
    description: drawn.description ?? description ?? null,
    modelEditorXml,
  }
}

export const flowModelHandlers: Handlers<'flowModel'> = {
  detail: async (ctx, { id }) => {
    const row = await findRow(ctx, flowModel, id)
    return { ...row, modelEditorXml: await xmlOf(ctx, row.id) }
  },
  submit: async (ctx, { id, name, modelKey, description, modelEditorXml }) => {
    requirePermission(ctx, id ? 'flow_model_update' : 'flow_model_create')
    if (!id) {
      const row = { ...(await drawnValues(modelEditorXml, { modelKey, name, description })), version: 1, modelType: 0 }
      return findRow(ctx, flowModel, (await insertRow(ctx, flowModel, row)).id)
    }
    const before = await findRow(ctx, flowModel, id)
    const xml = modelEditorXml ?? (await xmlOf(ctx, before.id))
    const row = await drawnValues(xml, { modelKey, name, description })
    await updateRow(ctx, flowModel, id, { ...row, version: (before.version ?? 0) + 1 })
    return findRow(ctx, flowModel, id)
  },
  deploy: async (ctx, { modelId, category, tenantIds }) => {
    const { id, modelKey } = await findRow(ctx, flowModel, modelId)
    await deploy(ctx, [{ xml: await xmlOf(ctx, id), resourceName: `${modelKey}.bpmn20.xml`, category, tenantIds }])
    return true
  },
}
