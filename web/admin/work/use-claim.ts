import { flowProcess } from '#contract/flow/flow-process.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { ask, askWithMessage, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import { useToaster } from '#web/ui/toasts.tsx'

export interface ClaimedTask {
  readonly taskId: string
  readonly taskName: string | null
  readonly subject?: string | null
}

/** Addresses whose answers change when somebody takes a task or gives it back. */
const readPaths = ['/api/caict-flow/work', flowProcess.modelView.path, flowProcess.ownTasks.path, ...deskPaths]

/** After a claim of several tasks, which their list reads again by itself. */
export const rereadTasks = (): void => void invalidate(...readPaths)

export const nameOfTask = ({ subject, taskName }: ClaimedTask): string =>
  [subject, taskName].filter(Boolean).join(' · ')

/**
 * Takes a task for the user after a question, or gives it back to its candidates with a reason. What is shown is read again also after
 * a refusal, as somebody else was faster.
 */
export const useClaim = () => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  const perform = async (send: () => Promise<unknown>, words: string): Promise<boolean> => {
    const isDone = await send().then(
      () => true,
      (error: unknown) => {
        toaster.error(failureOf(error).message)
        return false
      },
    )
    if (isDone) toaster.success(words)
    await invalidate(...readPaths)
    return isDone
  }
  return {
    claim: async (task: ClaimedTask): Promise<boolean> => {
      if (!(await confirm({ title: ['确定签收此任务?', 'Claim this task?'], content: nameOfTask(task) }))) return false
      const { taskId } = task
      return perform(() => ask(workClaim.calls.claimTask, { taskId }), t(['签收事务成功', 'Task claimed']))
    },
    /** Throws the refusal, which belongs to the form that asks for the reason. */
    unclaim: async ({ taskId }: ClaimedTask, reason: string): Promise<void> => {
      try {
        toaster.success((await askWithMessage(workClaim.calls.unclaimTask, { taskId, reason })).msg)
      } finally {
        void invalidate(...readPaths)
      }
    },
  }
}
