import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { workFields } from '#contract/work/task-fields.ts'
import { workWaiting } from '#contract/work/work-waiting.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { currentUser } from '#web/base/api/session.ts'
import { matterAddress, useRouteOf } from '#web/base/page/process-address.ts'
import { Tag } from '#web/ui/notice.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { RowButton } from '../flow/row-button.tsx'
import type { Columns } from '../table/table-columns.tsx'
import type { WaitingRow } from '../walk/walk-lists.ts'
import { StepCell } from './for-principal.tsx'
import { NotReadyNote, ReadyOrDue } from './not-ready.tsx'
import { useClaim } from './use-claim.ts'
import { useWorkLinks } from './work-links.tsx'

/** A declaration is accepted, which needs no claim. */
const toAccept: Text = ['待受理', 'To be accepted']

const StatusTag = ({ status, canAccept }: Pick<WaitingRow, 'status' | 'canAccept'>) => {
  const t = useLocalize()
  if (canAccept) return <Tag tone="ask">{t(toAccept)}</Tag>
  const choice = workFields.status.choices.find(([value]) => value === String(status))
  return choice ? <Tag tone={choice[0] === 'todo' ? 'busy' : 'ask'}>{t(choice[1])}</Tag> : null
}

/** What it is about, with a word if it has come since the last visit. */
const SubjectCell = ({ subject, isNew }: Pick<WaitingRow, 'subject' | 'isNew'>) => {
  const t = useLocalize()
  if (!isNew) return subject
  return (
    <span className="inline-row middle gap-8">
      <Tag tone="good">{t(workWaiting.fields.isNew.label)}</Tag>
      {subject}
    </span>
  )
}

const columns: Columns<typeof workWaiting> = [
  { name: 'subject', cell: (row) => <SubjectCell {...row} /> },
  { name: 'status', cell: (row) => <StatusTag {...row} /> },
  { name: 'taskName', cell: (row) => <StepCell row={row} /> },
  { name: 'dueTime', cell: (row) => <ReadyOrDue {...row} /> },
]

const { leaveList, list } = workWaiting.calls

/**
 * Tells the server when the list of all that waits is left, and how long ago these rows were read: what comes from then on is new at the
 * next visit. Pages that read the list ahead, as a walk does, are no visit.
 */
const useVisit = (rows: readonly unknown[] | undefined): void => {
  const readAt = useRef<number | null>(null)
  useEffect(() => {
    if (rows) readAt.current = performance.now()
  }, [rows])
  useEffect(() => {
    const leave = () => {
      if (readAt.current === null || !currentUser()) return
      const seconds = Math.ceil((performance.now() - readAt.current) / 1000)
      readAt.current = null
      // a visit that was not stored leaves marks that are too many
      ask(leaveList, { seconds }, { keepalive: true }).then(
        () => invalidate(list.path),
        () => null,
      )
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

/** All that waits for the user, whatever its kind, in the order of the deadlines; its pages lead from one to the next. */
export const WaitingMatters = () => {
  const may = useMay()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const walkStart = { list: pathname + search }
  const routeOf = useRouteOf()
  const { acceptLink, adviseLink, handleLink, linksOf, dialog } = useWorkLinks('work_todo', walkStart)
  const { claim } = useClaim()
  const source = usePageSource(workWaiting)
  useVisit(source.rows)
  const actions = (row: WaitingRow) => {
    if (row.status === 'advise') return adviseLink(row)
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
        source={source}
        columns={columns}
        above={<NotReadyNote call={workWaiting.calls.notReady} />}
        open={(row) => {
          const address = matterAddress(routeOf, row)
          if (address) void navigate(address, { state: walkStart })
        }}
        rowMore={(row: WaitingRow) => (
          <>
            {actions(row)}
            {row.status === 'advise' ? null : linksOf(row)}
          </>
        )}
      />
      {dialog}
    </>
  )
}
