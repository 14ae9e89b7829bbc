import { type RefObject, useId } from 'react'
import { flowProcess, type OpenTask } from '#contract/flow/flow-process.ts'
import type { Text } from '#contract/kit/text.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { ColleagueButtons } from '../work/colleague-buttons.tsx'
import { forPrincipal } from '../work/for-principal.tsx'
import { UnclaimButton } from '../work/unclaim-button.tsx'
import { useClaim } from '../work/use-claim.ts'
import css from './review.module.css'

interface LineProps {
  readonly task: OpenTask
  readonly subject: string
  readonly onClaim: () => void
  /** The element that says what a claim means. */
  readonly hintId: string
}

const claimHint: Text = [
  '签收后任务列入您的待办，其他人员不能再签收；不签收也可直接办理。',
  'Claiming puts the task on your to-do list, and nobody else can claim it. You can also decide without claiming it.',
]

const stateOf = ({ isMine, isDeputised, assigneeName, canAccept }: OpenTask): Text => {
  if (isDeputised) return forPrincipal(assigneeName)
  if (isMine) return ['由您办理', 'Yours']
  return canAccept ? ['待受理', 'To be accepted'] : ['待签收', 'To be claimed']
}

const TaskLine = ({ task, subject, onClaim, hintId }: LineProps) => {
  const t = useLocalize()
  const { claim } = useClaim()
  const named = { taskId: task.taskId, taskName: task.taskName, subject }
  const claimIt = async () => {
    if (await claim(named)) onClaim()
  }
  return (
    <li>
      <span>{t([`任务：${task.taskName}`, `Task: ${task.taskName}`])}</span>
      <Tag tone={task.isMine ? 'busy' : 'ask'}>{t(stateOf(task))}</Tag>
      {task.canClaim ? (
        <Button aria-describedby={hintId} onClick={() => void claimIt()}>
          {t(['签收', 'Claim'])}
        </Button>
      ) : null}
      <ColleagueButtons {...task} task={named} />
      {task.canUnclaim ? <UnclaimButton task={named} /> : null}
    </li>
  )
}

interface Props {
  readonly tasks: readonly OpenTask[]
  readonly subject: string
  /** Takes the focus after a claim: what to do next. */
  readonly decision: RefObject<HTMLElement | null>
}

/** The tasks of a declaration that the user has or may claim. */
export const useOwnTasks = (businessId: string) =>
  useAnswer(flowProcess.ownTasks, { businessTable: 'declaration', businessId }, { staleTime: 0 })

/** Tasks of the declaration's process that the user has or may claim; what they have typed on the page stays. */
export const ReviewTasks = ({ tasks, subject, decision }: Props) => {
  const t = useLocalize()
  const hintId = useId()
  if (tasks.length === 0) return null
  const showDecision = () => {
    decision.current?.scrollIntoView({ block: 'nearest' })
    decision.current?.focus()
  }
  return (
    <>
      <ul className={css.tasks}>
        {tasks.map((task) => (
          <TaskLine key={task.taskId} task={task} subject={subject} onClaim={showDecision} hintId={hintId} />
        ))}
      </ul>
      {tasks.some(({ canClaim }) => canClaim) ? (
        <p id={hintId} className="muted">
          {t(claimHint)}
        </p>
      ) : null}
    </>
  )
}
