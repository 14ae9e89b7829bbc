import { definitionSuffix } from '#contract/flow/flow-manager.ts'
import { flowModel } from '#contract/flow/flow-model.ts'
import { notFound } from '#contract/kit/fail.ts'
import type { Ctx } from '../engine/context.ts'
import { findRow } from '../engine/crud.ts'

/** The definition in a model, which its rows in lists do not contain. */
export const xmlOf = async (ctx: Ctx, id: string): Promise<string> => {
  const row = await ctx.db.selectFrom('flowModel').select('modelEditorXml').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row.modelEditorXml ?? ''
}

/** A model as the file that would be deployed; the id may come from a form, unchecked. */
export const modelFile = async (ctx: Ctx, modelId: string): Promise<{ name: string; xml: string }> => {
  if (!/^\d{1,19}$/.test(modelId)) throw notFound()
  const { id, modelKey } = await findRow(ctx, flowModel, modelId)
  return { name: `${modelKey}${definitionSuffix}`, xml: await xmlOf(ctx, id) }
}
