import { flowModel } from '#contract/flow/flow-model.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../engine/context.ts'
import { findRow, insertRow, updateRow } from '../engine/crud.ts'
import { processFactsIn } from './bpmn/process-facts.ts'
import { renameProcess } from './bpmn/process-names.ts'
import { checkXml } from './bpmn/scan.ts'
import { checkDefinition } from './definition-check.ts'
import { deploy } from './definitions.ts'
import { modelFile, xmlOf } from './model-file.ts'

interface ModelNames {
  readonly modelKey?: string | null | undefined
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
}

/**
 * A text that the client has changed, which goes into the drawing; null if that of the drawing counts. A client that sends a row back
 * as it read it has changed nothing, whatever the drawing says now.
 */
const changedText = (
  sent: string | null | undefined,
  drawn: string | null,
  stored: string | null | undefined,
): string | null => {
  const text = sent?.trim()
  return text && text !== drawn && (drawn === null || text !== stored) ? text : null
}

/** Names, description and drawing, which agree: what the client has changed is written into the drawing. */
const drawnValues = async (xml: string | null | undefined, sent: ModelNames, stored: ModelNames) => {
  const drawing = String(xml ?? '')
  checkXml(drawing)
  const facts = await processFactsIn(drawing)
  const name = changedText(sent.name, facts.name, stored.name)
  const description = changedText(sent.description, facts.description, stored.description)
  const modelEditorXml = renameProcess(drawing, { name, description })
  const drawn = modelEditorXml === drawing ? facts : await processFactsIn(modelEditorXml)
  const modelKey = drawn.key ?? sent.modelKey ?? null
  return { modelKey, name: drawn.name ?? modelKey, description: drawn.description, modelEditorXml }
}

/** Stores a new model; what the client names goes into the drawing. */
export const addModel = async (ctx: Ctx, xml: string | null | undefined, names: ModelNames = {}) => {
  const row = { ...(await drawnValues(xml, names, {})), version: 1, modelType: 0 }
  return findRow(ctx, flowModel, (await insertRow(ctx, flowModel, row)).id)
}

export const flowModelHandlers: Handlers<'flowModel'> = {
  detail: async (ctx, { id }) => {
    const row = await findRow(ctx, flowModel, id)
    return { ...row, modelEditorXml: await xmlOf(ctx, row.id) }
  },
  check: (ctx, { modelEditorXml, convert }) => checkDefinition(ctx, String(modelEditorXml), convert === 1),
  submit: async (ctx, { id, name, modelKey, description, modelEditorXml }) => {
    requirePermission(ctx, id ? 'flow_model_update' : 'flow_model_create')
    if (!id) return addModel(ctx, modelEditorXml, { modelKey, name, description })
    return tx(ctx, async (inside) => {
      // of two saves at the same time, each counts
      await inside.db.selectFrom('flowModel').select('id').where('id', '=', id).forUpdate().execute()
      const before = await findRow(inside, flowModel, id)
      const xml = modelEditorXml ?? (await xmlOf(inside, before.id))
      const row = await drawnValues(xml, { modelKey, name, description }, before)
      await updateRow(inside, flowModel, id, { ...row, version: (before.version ?? 0) + 1 })
      return findRow(inside, flowModel, id)
    })
  },
  deploy: async (ctx, { modelId, category, tenantIds }) => {
    const { name, xml } = await modelFile(ctx, String(modelId))
    await deploy(ctx, [{ xml, resourceName: name, category, tenantIds }])
    return true
  },
}
