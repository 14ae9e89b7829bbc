import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { batchQuota } from '#contract/project/batch-quota.ts'
import { levelOf } from '#contract/system/region-code.ts'
import { type Ctx, type Handlers, tx } from '../engine/context.ts'
import { findRow, saveRow } from '../engine/crud.ts'
import { restoreRows } from '../engine/deleted-rows.ts'
import { countUsed, lockBatches, lockBatchesOf, usageOf } from './batch/batch-places.ts'

const wrongLevel: Text = ['请选择省级或地市级地区', 'Choose a province or a city']
const belowUse: Text = ['已占用 {0} 个名额，不能少于此数', '{0} places are taken already; the quota cannot be smaller']
const stays: Text = [
  '名额所属批次和地区不能修改，请另行新增',
  'Batch and region of a quota stay; please add another one',
]

interface Quota {
  readonly batchId: string
  readonly region: string
  readonly places: number
}

/** Saves a quota while no step can take a place of its batch. */
const save = (ctx: Ctx, quota: Quota, input: Record<string, unknown>) =>
  tx(ctx, async (inside) => {
    await lockBatches(inside, [quota.batchId])
    const used = await countUsed(inside, quota.batchId, quota.region)
    if (quota.places < used) throw faulty([{ at: 'places', text: fill(belowUse, used) }])
    return saveRow(inside, batchQuota, input)
  })

export const batchQuotaHandlers: Handlers<'batchQuota'> = {
  save: async (ctx, input) => {
    const { batchId, region, places } = input
    if (levelOf(String(region)) < 1 || levelOf(String(region)) > 2) throw faulty([{ at: 'region', text: wrongLevel }])
    const quota = { batchId: String(batchId), region: String(region), places: Number(places) }
    return save(ctx, quota, { ...input, id: undefined })
  },
  update: async (ctx, input) => {
    const before = await findRow(ctx, batchQuota, input.id)
    const changed = (['batchId', 'region'] as const).find((name) => input[name] && input[name] !== before[name])
    if (changed) throw faulty([{ at: changed, text: stays }])
    return save(ctx, { ...before, places: input.places ?? before.places }, input)
  },
  restore: (ctx, { ids }) =>
    tx(ctx, async (inside) => {
      await lockBatchesOf(inside, split(ids))
      await restoreRows(inside, batchQuota, split(ids))
      for (const id of split(ids)) {
        const { batchId, region, places } = await findRow(inside, batchQuota, id)
        const used = await countUsed(inside, batchId, region)
        if (places < used) throw new Fail(fill(belowUse, used), 409)
      }
      return null
    }),
  usage: (ctx, { ids }) => usageOf(ctx, split(ids)),
}
