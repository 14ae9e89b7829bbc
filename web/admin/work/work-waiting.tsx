import { useLocation, useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { workFields } from '#contract/work/task-fields.ts'
import { workWaiting } from '#contract/work/work-waiting.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { matterAddress, useRouteOf } from '#web/base/page/process-address.ts'
import { Tag } from '#web/ui/notice.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { RowButton } from '../flow/row-button.tsx'
import type { Columns } from '../table/table-columns.tsx'
import type { WaitingRow } from '../walk/walk-lists.ts'
import { NotReadyNote, ReadyOrDue } from './not-ready.tsx'
import { useClaim } from './use-claim.ts'
import { useWorkLinks } from './work-links.tsx'

/** A declaration is accepted, which needs no claim. */
const toAccept: Text = ['待受理', 'To be accepted']

const StatusTag = ({ status, canAccept }: Pick<WaitingRow, 'status' | 'canAccept'>) => {
  const t = useLocalize()
  if (canAccept) return <Tag tone="ask">{t(toAccept)}</Tag>
  const choice = workFields.status.choices.find(([value]) => value === String(status))
  return choice ? <Tag tone={choice[0] === 'claim' ? 'ask' : 'busy'}>{t(choice[1])}</Tag> : null
}

const columns: Columns<typeof workWaiting> = [
  { name: 'status', cell: (row) => <StatusTag {...row} /> },
  { name: 'dueTime', cell: (row) => <ReadyOrDue {...row} /> },
]

/** All that waits for the user, whatever its kind, in the order of the deadlines; its pages lead from one to the next. */
export const WaitingMatters = () => {
  const may = useMay()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const walkStart = { list: pathname + search }
  const routeOf = useRouteOf()
  const { acceptLink, handleLink, linksOf, dialog } = useWorkLinks('work_todo', walkStart)
  const { claim } = useClaim()
  const actions = (row: WaitingRow) => {
    if (row.canAccept) return acceptLink(row)
    if (row.assignee !== null) return handleLink(row)
    return may('work_claim_sign') ? (
      <RowButton
        label={['签收', 'Claim']}
        name={row.subject}
        onClick={() => void claim({ ...row, taskId: row.taskId ?? '' })}
      />
    ) : null
  }
  return (
    <>
      <RecordList
        of={workWaiting}
        source={usePageSource(workWaiting)}
        columns={columns}
        above={<NotReadyNote call={workWaiting.calls.notReady} />}
        open={(row) => {
          const address = matterAddress(routeOf, row)
          if (address) void navigate(address, { state: walkStart })
        }}
        rowMore={(row: WaitingRow) => (
          <>
            {actions(row)}
            {linksOf(row)}
          </>
        )}
      />
      {dialog}
    </>
  )
}
