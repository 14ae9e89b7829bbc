import { flowModel } from '#contract/flow/flow-model.ts'
import { Fail } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import { type Handlers, requirePermission } from '../engine/context.ts'
import { findRow, insertRow, updateRow } from '../engine/crud.ts'
import { compileDefinition } from './bpmn/compile.ts'
import { processFactsIn } from './bpmn/process-facts.ts'
import { deploy } from './definitions.ts'
import { modelFile, xmlOf } from './model-file.ts'

interface ModelNames {
  readonly modelKey?: string | null | undefined
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
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
  check: async ({ app, lang }, { modelEditorXml }) => {
    try {
      await compileDefinition(String(modelEditorXml), app.stageRules)
      return []
    } catch (error) {
      if (!(error instanceof Fail)) throw error
      const { text, detail } = error
      return (detail.faults ?? [{ at: '', text }]).map((fault) => ({ at: fault.at, msg: localize(fault.text, lang) }))
    }
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
    const { name, xml } = await modelFile(ctx, String(modelId))
    await deploy(ctx, [{ xml, resourceName: name, category, tenantIds }])
    return true
  },
}
