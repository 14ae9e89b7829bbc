import { flowFollow } from '#contract/flow/flow-follow.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { useDialog } from '../dialog/use-dialog.ts'
import type { Columns } from '../table/table-columns.tsx'
import { diagramWords } from './diagram/diagram-of.ts'
import { useDiagramDialog } from './diagram/use-diagram-dialog.tsx'
import {
  type InstanceAction,
  InstanceDialog,
  type InstanceDialogOf,
  instanceDialog,
  instanceWords,
} from './instance-dialogs.tsx'
import { ReassignDialog, type ReassignOf, reassignDialog, reassignWords } from './reassign-dialog.tsx'
import { RowButton } from './row-button.tsx'

type Instance = RowOf<typeof flowFollow>

const running = 1

/** Who has the current task, or that nobody can take it. */
const Holders = ({ holders, stuckTasks }: Instance) => {
  const t = useLocalize()
  return (
    <>
      {holders} {stuckTasks ? <Tag tone="bad">{t(flowFollow.fields.stuckTasks.label)}</Tag> : null}
    </>
  )
}

/** The current step, and why the process cannot go on from there. */
const CurrentStep = ({ taskName, fault }: Instance) => {
  const t = useLocalize()
  return (
    <>
      {taskName} {fault ? <Tag tone="bad">{t(flowFollow.fields.fault.label)}</Tag> : null} {fault}
    </>
  )
}

const columns: Columns<typeof flowFollow> = [
  { name: 'taskName', cell: (row) => <CurrentStep {...row} /> },
  { name: 'holders', cell: (row) => <Holders {...row} /> },
]

/** The actions of a row that its state and the user's permissions allow. */
const useActionsOf = () => {
  const may = useMay()
  return ({ suspensionState }: Instance): InstanceAction[] => [
    ...(may('flow_follow_state') ? [suspensionState === running ? ('suspend' as const) : ('resume' as const)] : []),
    ...(may('flow_follow_delete') ? (['end'] as const) : []),
  ]
}

const retryTitle: Text = ['重试失败的任务?', 'Retry the failed job?']

/** Runs the failed jobs of an instance once more. */
const RetryJobs = ({ processInstanceId, subject, name }: Instance) => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  const content = t([
    '失败的任务以同一编号再执行一次，成功后流程继续。',
    'The failed job runs once more under the same number; the process goes on when it is done.',
  ])
  const retry = async () => {
    if (!(await confirm({ title: retryTitle, content }))) return
    try {
      await ask(flowFollow.calls.retryJobs, { processInstanceId: String(processInstanceId) })
      toaster.success(t(['已重新执行', 'It runs again']))
      void invalidate(flowFollow.path)
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
  return <RowButton label={words.retry} name={subject || name} onClick={() => void retry()} />
}

/** Running instances: where they are, who has them, and what an administrator can do about them. */
export const RunningInstances = () => {
  const may = useMay()
  const diagram = useDiagramDialog()
  const reassigning = useDialog<ReassignOf>(reassignDialog)
  const acting = useDialog<InstanceDialogOf>(instanceDialog)
  const actionsOf = useActionsOf()
  return (
    <>
      <RecordList
        of={flowFollow}
        source={usePageSource(flowFollow)}
        columns={columns}
        rowMore={(row) => {
          const { processInstanceId } = row
          const name = row.subject || row.name || ''
          if (!processInstanceId) return null
          return (
            <>
              <RowButton
                label={diagramWords}
                name={name}
                onClick={() => diagram.show({ of: { processInstanceId }, name })}
              />
              {may('flow_follow_reassign') ? (
                <RowButton
                  label={reassignWords}
                  name={name}
                  onClick={() => reassigning.open({ processInstanceId, name })}
                />
              ) : null}
              {row.failedJobs && may('job_instance_retry') ? <RetryJobs {...row} /> : null}
              {actionsOf(row).map((action) => (
                <RowButton
                  key={action}
                  label={instanceWords[action]}
                  name={name}
                  onClick={() => acting.open({ action, processInstanceId, name })}
                />
              ))}
            </>
          )
        }}
      />
      {diagram.dialog}
      {reassigning.of ? <ReassignDialog of={reassigning.of} close={reassigning.close} /> : null}
      {acting.of ? <InstanceDialog of={acting.of} close={acting.close} /> : null}
    </>
  )
}
