import { flowProcess } from '#contract/flow/flow-process.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { ask, failureOf, invalidate } from '#web/base/caller.ts'
import { useConfirm } from '#web/base/confirmation.tsx'
import { deskPaths } from '#web/base/desk-paths.ts'
import { useLocalize } from '#web/base/language.ts'
import { useToaster } from '#web/ui/toasts.tsx'

export interface ClaimedTask {
  readonly taskId: string
  readonly taskName: string | null
  readonly subject?: string | null
}

/** Addresses whose answers change when somebody takes a task or gives it back. */
const readPaths = ['/api/caict-flow/work', flowProcess.modelView.path, flowProcess.ownTasks.path, ...deskPaths]

/**
 * Takes a task for the user, or gives it back to its candidates, after a question. Both resolve to whether it was done; what is
 * shown is read again also after a refusal, as somebody else was faster.
 */
export const useClaim = () => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  const nameOf = ({ subject, taskName }: ClaimedTask) => [subject, taskName].filter(Boolean).join(' · ')
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
      if (!(await confirm({ title: ['确定签收此任务?', 'Claim this task?'], content: nameOf(task) }))) return false
      const { taskId } = task
      return perform(() => ask(workClaim.calls.claimTask, { taskId }), t(['签收事务成功', 'Task claimed']))
    },
    unclaim: async (task: ClaimedTask): Promise<boolean> => {
      const isSure = await confirm({
        title: ['确定放回此任务?', 'Give this task back?'],
        content: t([
          `${nameOf(task)}：放回后其他候选人可以签收；已填写的内容保留在本浏览器中。`,
          `${nameOf(task)}: others can claim it then. What you have typed stays in this browser.`,
        ]),
      })
      if (!isSure) return false
      const { taskId } = task
      return perform(() => ask(workClaim.calls.unclaimTask, { taskId }), t(['已放回待签事务', 'Task given back']))
    },
  }
}
