import type { RowOf } from '#contract/kit/entity.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { ask, failureOf, invalidate } from '#web/base/caller.ts'
import { useConfirm } from '#web/base/confirmation.tsx'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../crud/table-columns.tsx'
import { RowButton } from '../flow/row-button.tsx'
import { Due } from './due.tsx'
import { useWorkLinks } from './work-links.tsx'

const columns: Columns<typeof workClaim> = [
  ...['subject', 'taskName', 'processDefinitionName', 'startUserId', 'createTime'],
  { name: 'dueTime', cell: ({ dueTime, createTime }) => <Due at={dueTime} since={createTime} /> },
]

/** Takes a task for the user, after a question. */
const useClaim = () => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  return async ({ taskId, subject, taskName }: RowOf<typeof workClaim>) => {
    const content = [subject, taskName].filter(Boolean).join(' · ')
    if (!taskId || !(await confirm({ title: ['确定签收此任务?', 'Claim this task?'], content }))) return
    try {
      await ask(workClaim.calls.claimTask, { taskId })
      toaster.success(t(['签收事务成功', 'Task claimed']))
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
    // also after a refusal: somebody else has taken it
    await invalidate(workClaim.calls.list.path, workTodo.calls.list.path)
  }
}

/** Tasks that the user may take. */
export const TasksToClaim = () => {
  const may = useMay()
  const { linksOf, dialog } = useWorkLinks('work_claim')
  const claim = useClaim()
  return (
    <>
      <RecordList
        of={workClaim}
        source={usePageSource(workClaim)}
        columns={columns}
        emptyNote={['目前没有可以签收的事务', 'There is nothing to claim']}
        rowMore={(row) => (
          <>
            {may('work_claim_sign') ? (
              <RowButton label={['签收', 'Claim']} name={row.subject} onClick={() => void claim(row)} />
            ) : null}
            {linksOf(row)}
          </>
        )}
      />
      {dialog}
    </>
  )
}
