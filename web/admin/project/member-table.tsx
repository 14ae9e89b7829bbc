import { use, useState } from 'react'
import { type BatchScores, batchScoresWords, scoredOf } from '#contract/project/batch-scores.ts'
import { type CutOff, selectedBy } from '#contract/project/cut-off.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ListPager } from '../crud/pager.tsx'
import type { AnyRow } from '../entity/calls.ts'
import type { Sort } from '../entity/list-state.ts'
import { RecordTable } from '../table/record-table.tsx'
import { Empty } from '../table/states.tsx'
import { lineColumn, memberColumns } from './member-columns.tsx'
import { ProposingContext, proposedColumn } from './proposed-cell.tsx'
import { sortedMembers } from './sorted-members.ts'

/** The members, sorted and by pages, each with its side of the line. */
export const MemberTable = ({ of: { members }, line }: { readonly of: BatchScores; readonly line: CutOff | null }) => {
  const t = useLocalize()
  const isProposing = use(ProposingContext) !== null
  const [sort, setSort] = useState<Sort | null>(null)
  const [{ current, size }, setPage] = useState({ current: 1, size: 50 })
  const above = line && selectedBy(scoredOf(members), line)
  const listed = members.map((member) => ({
    ...member,
    isAbove: above && member.isComplete ? above.has(member.id) : null,
  }))
  const rows = sortedMembers(listed, sort).slice((current - 1) * size, current * size)
  const source = { rows: rows as unknown as AnyRow[], error: null, busy: false, retry: () => undefined }
  const [rank, project, ...others] = memberColumns
  const columns = [line && lineColumn, rank, project, isProposing && proposedColumn, ...others].filter((one) => !!one)
  const reorder = (next: Sort | null) => {
    setSort(next)
    setPage({ current: 1, size })
  }
  return (
    <>
      <RecordTable
        of={{ label: batchScoresWords, title: 'projectName' }}
        columns={columns}
        source={{ ...source, sort: { now: sort, set: reorder } }}
        empty={
          <Empty filtered={false}>
            <p>
              {t([
                '批次还没有成员。申报通过省级审核、进入专家评审后列入。',
                'The batch has no members yet. A declaration is one from the expert review on.',
              ])}
            </p>
          </Empty>
        }
      />
      <ListPager
        paging={{
          ...{ total: members.length, capped: false, current, size },
          go: (next) => setPage({ current: next, size }),
          resize: (next) => setPage({ current: 1, size: next }),
        }}
      />
    </>
  )
}
