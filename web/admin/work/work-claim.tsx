import type { RowOf } from '#contract/kit/entity.ts'
import type { Row } from '#contract/kit/field.ts'
import type { familyFields } from '#contract/work/task-fields.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { RowButton } from '../flow/row-button.tsx'
import type { Columns } from '../table/table-columns.tsx'
import { NotReadyNote, ReadyOrDue } from './not-ready.tsx'
import { rereadTasks, useClaim } from './use-claim.ts'
import { useWorkLinks } from './work-links.tsx'

type ClaimRow = RowOf<typeof workClaim> & Partial<Pick<Row<typeof familyFields>, 'canAccept'>>

const columns: Columns<typeof workClaim> = [{ name: 'dueTime', cell: (row) => <ReadyOrDue {...row} /> }]

/** Tasks that the user may take. */
export const TasksToClaim = () => {
  const may = useMay()
  const { acceptLink, linksOf, dialog } = useWorkLinks('work_claim')
  const { claim } = useClaim()
  return (
    <>
      <RecordList
        of={workClaim}
        source={usePageSource(workClaim)}
        columns={columns}
        onSuccess={{ claimTasks: rereadTasks }}
        above={<NotReadyNote call={workClaim.calls.notReady} />}
        rowMore={(row: ClaimRow) => (
          <>
            {row.canAccept ? acceptLink(row) : null}
            {may('work_claim_sign') && !row.canAccept ? (
              <RowButton
                label={['签收', 'Claim']}
                name={row.subject}
                onClick={() => void claim({ ...row, taskId: row.taskId ?? '' })}
              />
            ) : null}
            {linksOf(row)}
          </>
        )}
      />
      {dialog}
    </>
  )
}
