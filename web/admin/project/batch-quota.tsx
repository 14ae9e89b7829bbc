import { createContext, use } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { batchQuota } from '#contract/project/batch-quota.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'

/** How many places are taken, by the id of the quota. */
const UsedPlaces = createContext<ReadonlyMap<string, number>>(new Map())

const Used = ({ id }: { readonly id: string }) => use(UsedPlaces).get(id) ?? ''

const columns: Columns<typeof batchQuota> = [
  { name: 'used', label: ['已占用', 'Taken'], after: 'places', end: true, cell: ({ id }) => <Used id={id} /> },
]

const note: Text = [
  '未设名额的地区不限。审核通过进入专家评审时占用一个名额；不予通过、逾期、顺延或终止后退回。名额不能少于已占用数。',
  'A place without a quota is not limited. A place is taken with the approval that leads to the expert review, and comes back when the declaration ends or leaves the batch.',
]

/** The quotas that the user sees, with the places that are taken now. */
export const BatchQuotas = () => {
  const source = usePageSource(batchQuota)
  const ids = (source.rows ?? []).map(({ id }) => id).join(',')
  const { data } = useAnswer(batchQuota.calls.usage, { ids }, { enabled: ids !== '', staleTime: 0 })
  return (
    <UsedPlaces value={new Map(data?.map(({ id, used }) => [id, used]))}>
      <RecordList of={batchQuota} source={source} columns={columns} form={{ note }} />
    </UsedPlaces>
  )
}
