import { Link, useMatch, useNavigate, useParams } from 'react-router'
import { consoleWords } from '#contract/console-words.ts'
import type { FlowStep, ModelView, OpenTask } from '#contract/flow/flow-process.ts'
import type { Text } from '#contract/kit/text.ts'
import { transitionOf } from '#contract/project/transitions.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { handleAddress } from '#web/base/page/process-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice, Tag, type Tone } from '#web/ui/notice.tsx'
import { stateWords } from '../flow/diagram/instance-states.ts'
import { ColleagueButtons } from './colleague-buttons.tsx'
import { Due } from './due.tsx'
import { forPrincipal } from './for-principal.tsx'
import css from './process.module.css'
import { RemindButton } from './remind-button.tsx'
import { UnclaimButton } from './unclaim-button.tsx'
import { useClaim } from './use-claim.ts'
import { WithdrawButton } from './withdraw-button.tsx'

/** Where the decision on a task is; several pages can be open at a time. */
export const decisionIdOf = (taskId: string): string => `decision-${taskId}`

const OpenTaskLine = ({ task }: { task: OpenTask }) => {
  const t = useLocalize()
  const { taskName, assigneeName, isClaimed, isMine, isDeputised, dueTime, workdaysLeft, createTime } = task
  const holder: Text = isMine
    ? isDeputised
      ? forPrincipal(assigneeName)
      : ['由您办理', 'with you']
    : isClaimed
      ? assigneeName
        ? [`由${assigneeName}办理`, `with ${assigneeName}`]
        : ['已有人办理', 'taken']
      : task.canAccept
        ? ['待受理', 'to be accepted']
        : ['待签收', 'to be claimed']
  return (
    <li className={css.state}>
      <strong>{taskName}</strong>
      <span>· {t(holder)}</span>
      <Due at={dueTime} since={createTime} workdaysLeft={workdaysLeft} />
    </li>
  )
}

/** Claims the user's task, or leads to the place where it is handled. */
const TaskActions = ({ task, subject }: { task: OpenTask; subject: string | null }) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const { claim } = useClaim()
  const { processInstanceId = '', businessId = '', taskId: openTaskId } = useParams()
  const route = useMatch('/work/process/:route/*')?.params.route ?? ''
  const { taskId, taskName } = task
  const address = handleAddress(route, taskId, { processInstanceId, businessId })
  const isCurrent = openTaskId === taskId
  const claimIt = async () => {
    if (await claim({ taskId, taskName, subject })) navigate(address, { replace: isCurrent })
  }
  if (task.canClaim)
    return (
      <Button kind="main" onClick={() => void claimIt()}>
        {t(['签收', 'Claim'])}
      </Button>
    )
  if (task.canAccept) return <Link to={address}>{t(transitionOf('claim').label)}</Link>
  return (
    <>
      {isCurrent ? <a href={`#${decisionIdOf(taskId)}`}>{t(['前往办理', 'Go to the form'])}</a> : null}
      {isCurrent ? null : <Link to={address}>{t(['办理', 'Handle'])}</Link>}
      <ColleagueButtons {...task} task={{ taskId, taskName, subject }} />
      {task.canUnclaim ? <UnclaimButton task={{ taskId, taskName, subject }} /> : null}
    </>
  )
}

/** The last decision, if it was a refusal that returned the matter. */
const returnIn = (flow: readonly FlowStep[]): FlowStep | undefined => {
  const last = flow.findLast(({ historyActivityType, endReason }) => historyActivityType === 'userTask' && endReason)
  return last?.flag === 'no' ? last : undefined
}

const Return = ({ of: { comment, assigneeName, historyActivityName, endTime } }: { of: FlowStep }) => {
  const t = useLocalize()
  return (
    <Notice tone="ask" title={t(['退回原因', 'Why it was returned'])}>
      <p className={css.words}>{comment ?? t(['（未填写）', '(not filled in)'])}</p>
      <Facts
        of={[
          [['环节', 'Step'], historyActivityName],
          [consoleWords.assignee, assigneeName],
          [['时间', 'Time'], endTime],
        ]}
      />
    </Notice>
  )
}

const endWords = (result: string | null): Text =>
  result ? [`已结束：${result}`, `Ended: ${result}`] : stateWords.finished

interface Props {
  readonly view: ModelView
  /** The state of the matter, which says more than that of its process. */
  readonly state: { readonly label: Text; readonly tone: Tone } | null
  readonly subject: string | null
}

/** What a person needs first: the state, who has it, why it was returned or ended, and what the user can do. */
export const InstanceHead = ({ view: { flow = [], overview }, state, subject }: Props) => {
  const t = useLocalize()
  const { processInstanceId = '' } = useParams()
  if (!overview) return null
  const { result, endTime, tasks } = overview
  const isRunning = endTime === null
  const returned = isRunning ? returnIn(flow) : undefined
  const own = tasks.filter(({ isMine, canClaim, canAccept }) => isMine || canClaim || canAccept)
  return (
    <section className={css.head} aria-label={t(['当前状态', 'Status'])}>
      <p className={css.state}>
        {returned ? <Tag tone="ask">{t(['退回修改', 'Returned for correction'])}</Tag> : null}
        {state && !returned ? <Tag tone={state.tone}>{t(state.label)}</Tag> : null}
        {overview.state === 'suspended' || !state ? <Tag tone="calm">{t(stateWords[overview.state])}</Tag> : null}
        {overview.state === 'finished' ? <span>{t(endWords(result))}</span> : null}
        {endTime ? <time className="muted">{endTime}</time> : null}
      </p>
      {tasks.length ? (
        <ul>
          {tasks.map((task) => (
            <OpenTaskLine key={task.taskId} task={task} />
          ))}
        </ul>
      ) : null}
      {returned ? <Return of={returned} /> : null}
      {overview.state === 'ended' && result ? (
        <Notice tone="bad" title={t(['终止原因', 'Reason for ending'])}>
          <p className={css.words}>{result}</p>
        </Notice>
      ) : null}
      {overview.canWithdraw ? (
        <p className={css.state}>
          <WithdrawButton processInstanceId={processInstanceId} />
        </p>
      ) : null}
      <RemindButton processInstanceId={processInstanceId} overview={overview} />
      {own.map((task) => (
        <p key={task.taskId} className={css.state}>
          {own.length > 1 ? <span>{task.taskName}</span> : null}
          <TaskActions task={task} subject={subject} />
        </p>
      ))}
    </section>
  )
}
