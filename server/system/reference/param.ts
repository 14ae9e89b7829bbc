import { faulty } from '#contract/kit/fail.ts'
import { param } from '#contract/system/param.ts'
import { paramFault } from '#contract/system/param-definitions.ts'
import { type Handlers, requirePermission, tx } from '../../engine/context.ts'
import { findRow, insertRow, updateRow } from '../../engine/crud.ts'

export const paramHandlers: Handlers<'param'> = {
  /** Validates parameters that the platform reads; other values are free. */
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'param_edit' : 'param_add')
      const before = input.id ? await findRow(inside, param, input.id) : null
      const key = input.paramKey ?? before?.paramKey ?? ''
      const value = input.paramValue ?? before?.paramValue ?? ''
      const text = paramFault(key, value)
      if (text) throw faulty([{ at: 'paramValue', text }])
      const result = await (input.id ? updateRow(inside, param, input.id, input) : insertRow(inside, param, input))
      if (value !== before?.paramValue)
        ctx.app.logEvent('param.changed', {
          from: { [key]: before?.paramValue ?? null },
          to: { [key]: value },
          by: ctx.actor.account,
        })
      return result
    }),
}
