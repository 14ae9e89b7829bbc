import { faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { template } from '#contract/project/template.ts'
import { type Ctx, type Handlers, tx } from '../../engine/context.ts'
import { findRow, insertRow, removeRows, updateRow } from '../../engine/crud.ts'
import { assertRubric, assertRubricUnused } from './rubric-use.ts'
import { openingFor } from './template-availability.ts'

const assertTimesInOrder = (input: { openAt?: string | null; closeAt?: string | null }) => {
  if (input.openAt && input.closeAt && input.openAt >= input.closeAt)
    throw faulty([
      { at: 'closeAt', text: ['截止时间应晚于开放时间', 'The closing time must be after the opening time'] },
    ])
}

const setEnabled = (ctx: Ctx, ids: string | null | undefined, enabled: 0 | 1) =>
  tx(ctx, async (inside) => {
    for (const id of split(ids)) await updateRow(inside, template, id, { enabled }, enabled ? 'open' : 'close')
    return null
  })

export const templateHandlers: Handlers<'template'> = {
  save: (ctx, input) => {
    assertTimesInOrder(input)
    assertRubric(input)
    return insertRow(ctx, template, { ...input, id: undefined })
  },
  update: async (ctx, input) => {
    const { openAt, closeAt } = await findRow(ctx, template, input.id)
    assertTimesInOrder({ openAt: input.openAt ?? openAt, closeAt: input.closeAt ?? closeAt })
    assertRubric(input)
    return tx(ctx, async (inside) => {
      await assertRubricUnused(inside, input)
      return updateRow(inside, template, input.id, input)
    })
  },
  remove: (ctx, input) =>
    removeRows(ctx, template, split(input.ids), () => [
      '模板已被申报使用，不能删除；可以关闭窗口',
      'Declarations use this template, so it cannot be deleted; you can close its window',
    ]),
  /** For the caller's own company; administrators may query any company. */
  IsEnabledTemplate: (ctx, input) => {
    const { organizationCode, rights } = ctx.actor
    return openingFor(ctx, rights.administrator ? (input.organizationCode ?? organizationCode) : organizationCode)
  },
  open: (ctx, input) => setEnabled(ctx, input.ids, 1),
  close: (ctx, input) => setEnabled(ctx, input.ids, 0),
}
