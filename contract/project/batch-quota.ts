import { get, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { code, int, longText, ref, refs } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'

/**
 * How many declarations of a place a batch takes: of a province, or of a city besides. A place without one is not limited. Each office
 * sees those of its own region (docs/decisions/0153).
 */
export const batchQuota = entity('project', 'batchQuota', ['批次名额', 'Quotas of batches'], {
  title: 'region',
  rowLabel: ['批次名额', 'quota of a batch'],
  fields: {
    batchId: ref('申报批次', 'Batch', { of: 'batch', required: true }),
    region: code('适用地区', 'Region', { of: 'region', required: true }),
    places: int('名额数', 'Places', { required: true, max: 100_000 }),
    remark: longText('备注', 'Remarks', { max: 500 }),
  },
  uniqueIndexes: { batch_quota_region: 'region' },
  search: ['batchId', 'region'],
  list: ['region', 'batchId', 'places'],
  formOnly: ['batchId', 'region', 'places'],
  imports: { none: 'Names of places and batches identify no row.' },
  verbs: ['page', 'detail', 'save', 'update', 'remove'],
  rows: 'scoped',
  actions: {
    /** How many places of these quotas are taken; those that the caller does not see are left out. */
    usage: get(
      { ids: refs('名额', 'Quotas', { of: 'batchQuota', required: true }) },
      {
        label: ['名额占用情况', 'Places taken'],
        access: { perm: ['batch_quota'], staff: true },
        output: rows({ id: base.id, used: int('已占用', 'Taken', { required: true }) }),
      },
    ),
  },
})
