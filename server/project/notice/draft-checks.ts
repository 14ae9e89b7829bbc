import { type Fault, faulty } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Ctx } from '../../engine/context.ts'
import { publicColumns } from '../../news/published.ts'
import { columnFaults } from '../../news/releases.ts'
import { readTemplate } from '../template/template-row.ts'
import { filesWithoutNotice } from './without-notice.ts'

/** What a draft of a public notice has to fulfil. */

const noTemplate: Text = [
  '该模板的公示不须发布公告，申报进入公示环节即开始公示',
  'The notice of this template is not published; it begins with its stage',
]
const otherBatch: Text = ['所选批次不属于该申报模板', 'This batch belongs to another template']
const hiddenColumn: Text = [
  '所选栏目未在门户显示，公告无法公开，请另选栏目或先显示该栏目',
  'Visitors do not see this column; choose another one, or make it visible first',
]
const noFiles: Text = ['没有待发布公示的申报', 'No declaration waits for a notice']

interface Choice {
  readonly templateId: string
  readonly batchId: string | null
}

/** The declarations that a draft names. Throws if the choice has none, at its field. */
export const filesFor = async (ctx: Ctx, { templateId, batchId }: Choice): Promise<string[]> => {
  const template = await readTemplate(ctx, templateId)
  if (template?.publishesNotice !== 1) throw faulty([{ at: 'templateId', text: noTemplate }])
  const batch =
    batchId && (await ctx.db.selectFrom('batch').select('templateId').where('id', '=', batchId).executeTakeFirst())
  if (batch && batch.templateId !== templateId) throw faulty([{ at: 'batchId', text: otherBatch }])
  const ids = await filesWithoutNotice(ctx, templateId, batchId)
  const at = batchId ? 'batchId' : 'templateId'
  if (ids.length === 0) throw faulty([{ at, text: noFiles }])
  return ids
}

/** A column of articles that visitors see: nobody could read a notice in another one. */
export const assertColumn = async (ctx: Ctx, columnId: unknown): Promise<void> => {
  const id = String(columnId)
  const faults = (await columnFaults(ctx, 'article', id, null)).map(({ text }): Fault => ({ at: 'columnId', text }))
  if (faults.length) throw faulty(faults)
  const visible = await publicColumns(ctx).select('id').where('id', '=', id).executeTakeFirst()
  if (!visible) throw faulty([{ at: 'columnId', text: hiddenColumn }])
}
