import { dataScope } from '#contract/system/data-scope.ts'
import { type Handlers, need, tx } from '../engine/context.ts'
import { change, insert } from '../engine/crud.ts'
import { mayDefineScope } from './grants.ts'

export const dataScopeHandlers: Handlers<'dataScope'> = {
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      need(inside, input.id ? 'data_scope_edit' : 'data_scope_add')
      await mayDefineScope(inside, input.id, input.resourceCode)
      return input.id ? change(inside, dataScope, input.id, input) : insert(inside, dataScope, input)
    }),
}
