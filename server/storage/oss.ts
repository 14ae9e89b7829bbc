import { denied, type Fault, faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { oss } from '#contract/storage/oss.ts'
import { type Ctx, type Handlers, hasPermission } from '../engine/context.ts'
import { findRow, insertRow, updateRow } from '../engine/crud.ts'
import { endpointFault } from './endpoint.ts'
import { storeOfRow } from './file-storage.ts'
import { activateRow, removeIdle } from './in-use.ts'
import { readUpload } from './incoming.ts'
import { tryStore } from './try-store.ts'

type Input = Parameters<NonNullable<Handlers<'oss'>['submit']>>[1]

/** Fields that determine where files are stored; they cannot change once files are stored there. */
const fixedFields = ['category', 'bucketName', 'appId'] as const

const fixedFieldFaults = async (ctx: Ctx, input: Input): Promise<Fault[]> => {
  if (!input.id) return []
  const before = await findRow(ctx, oss, input.id)
  const changedFields = fixedFields.filter((name) => input[name] !== undefined && input[name] !== before[name])
  if (changedFields.length === 0) return []
  const file = await ctx.db.selectFrom('attach').select('id').where('storageId', '=', input.id).executeTakeFirst()
  const message: Text = [
    '已有文件存放于此，不能更改{0}',
    'Files are already stored here, so this cannot be changed: {0}',
  ]
  return file ? changedFields.map((at) => ({ at, text: fill(message, oss.fields[at].label) })) : []
}

const submit = async (ctx: Ctx, input: Input) => {
  if (!hasPermission(ctx, input.id ? 'oss_edit' : 'oss_add')) throw denied()
  const wrong = endpointFault(ctx, input.endpoint)
  const faults = [...(wrong ? [{ at: 'endpoint', text: wrong }] : []), ...(await fixedFieldFaults(ctx, input))]
  if (faults.length) throw faulty(faults)
  return input.id ? updateRow(ctx, oss, input.id, input) : insertRow(ctx, oss, { ...input, status: 1 })
}

export const ossHandlers: Handlers<'oss'> = {
  submit,
  remove: (ctx, { ids }) => removeIdle(ctx, oss, ids ?? ''),
  enable: async (ctx, { id }) => {
    const answer = await activateRow(ctx, oss, String(id))
    ctx.app.logEvent('storage.switched', { id, by: ctx.actor.account })
    return answer
  },
  debug: async (ctx, input) => {
    const { id } = await findRow(ctx, oss, input.id)
    const row = await ctx.db.selectFrom('oss').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return tryStore(ctx, () => storeOfRow(ctx.app, row), await readUpload(ctx, input))
  },
}
