import { faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { template } from '#contract/project/template.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, type Handlers, tx } from '../../engine/context.ts'
import { findRow, insertRow, removeRows, updateRow } from '../../engine/crud.ts'
import { platformTenant } from '../../engine/scope.ts'
import { assertRubric, assertRubricUnused } from './rubric-use.ts'
import { openingFor } from './template-availability.ts'
import { isWithoutNotice } from './template-row.ts'

const assertTimesInOrder = (input: { openAt?: string | null; closeAt?: string | null }) => {
  if (input.openAt && input.closeAt && input.openAt >= input.closeAt)
    throw faulty([
      { at: 'closeAt', text: ['截止时间应晚于开放时间', 'The closing time must be after the opening time'] },
    ])
}

const stillWaiting: Text = [
  '该模板有申报待发布公示，须先发布公告，才能改为不须发布',
  'Declarations of this template wait for their notice; publish it first',
]

/** What waits for its notice would be listed without one. */
const assertNoneWaits = async (ctx: Ctx, id: string, publishesNotice: number | null | undefined): Promise<void> => {
  if (publishesNotice === undefined || publishesNotice === 1) return
  const rows = await run(
    ctx.db,
    sql`select 1 from declaration where template_id = ${id} and ${isWithoutNotice} limit 1`,
  )
  if (rows.length) throw faulty([{ at: 'publishesNotice', text: stillWaiting }])
}

/** Visitors read the articles of the platform only, so templates of other tenants publish none. */
const withPortal = <I extends object>({ actor }: Ctx, input: I): I =>
  actor.tenantId === platformTenant ? input : { ...input, publishesNotice: 0 }

const setEnabled = (ctx: Ctx, ids: string | null | undefined, enabled: 0 | 1) =>
  tx(ctx, async (inside) => {
    for (const id of split(ids)) await updateRow(inside, template, id, { enabled }, enabled ? 'open' : 'close')
    return null
  })

export const templateHandlers: Handlers<'template'> = {
  save: (ctx, input) => {
    assertTimesInOrder(input)
    assertRubric(input)
    return insertRow(ctx, template, { ...withPortal(ctx, input), id: undefined })
  },
  update: async (ctx, input) => {
    const { openAt, closeAt } = await findRow(ctx, template, input.id)
    assertTimesInOrder({ openAt: input.openAt ?? openAt, closeAt: input.closeAt ?? closeAt })
    assertRubric(input)
    return tx(ctx, async (inside) => {
      await assertRubricUnused(inside, input)
      await assertNoneWaits(inside, String(input.id), input.publishesNotice)
      return updateRow(inside, template, input.id, withPortal(inside, input))
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
