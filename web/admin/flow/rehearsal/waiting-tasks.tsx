import { useState } from 'react'
import type { RehearsalStep, RehearsedTask, RehearsedTimer } from '#contract/flow/rehearsal.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import css from './rehearsal.module.css'
import { handlersText, memberText, moveText } from './rehearsal-words.ts'
import type { Decision } from './use-rehearsal.ts'

const agreed: Text = ['同意', 'Agreed']
const refused: Text = ['不同意', 'Refused']
const succeeded: Text = ['运行成功', 'Succeeded']
const notRun: Text = ['定时任务，试运行时不执行', 'A scheduled job, which a rehearsal does not run']

/** What a task can be completed with: its moves, or a flag. */
const decisionsFor = ({ moves, isJob }: RehearsedTask): readonly (Decision & { readonly value: string })[] => {
  if (isJob) return [{ value: 'done', text: succeeded, variables: {} }]
  return moves.length
    ? moves.map((action) => ({ value: action, text: moveText(action), variables: { action, pass: true } }))
    : [
        { value: 'ok', text: agreed, variables: { pass: true } },
        { value: 'no', text: refused, variables: { pass: false } },
      ]
}

interface Props {
  readonly busy: boolean
  readonly complete: (task: RehearsedTask, decision: Decision) => void
}

const WaitingTask = ({ task, busy, complete }: Props & { task: RehearsedTask }) => {
  const t = useLocalize()
  const decisions = decisionsFor(task)
  const [value, choose] = useState(decisions[0]?.value ?? '')
  const decision = decisions.find((one) => one.value === value)
  const member = t(memberText(task))
  return (
    <li className={css.task}>
      <strong>{task.name}</strong>
      {member ? <span className={css.soft}>{member}</span> : null}
      <span>{t(task.isJob ? notRun : handlersText(task))}</span>
      <div className="row wrap gap-8 bottom">
        <Select
          label={t([`“${task.name}”的办理结果`, `Decision on “${task.name}”`])}
          value={value}
          onValue={choose}
          options={decisions.map((one) => ({ value: one.value, label: t(one.text) }))}
        />
        <Button busy={busy} onClick={() => decision && complete(task, decision)}>
          {t(['完成', 'Complete'])}
          <span className="hidden-words"> {task.name}</span>
        </Button>
      </div>
    </li>
  )
}

interface TimerProps {
  readonly timer: RehearsedTimer
  readonly busy: boolean
  readonly expire: (timer: RehearsedTimer) => void
}

const WaitingTimer = ({ timer, busy, expire }: TimerProps) => {
  const t = useLocalize()
  const { name, hostName, dueTime } = timer
  return (
    <li className={css.task}>
      <strong>{t([`定时器“${name}”`, `Timer “${name}”`])}</strong>
      <span className={css.soft}>{t([`“${hostName}”：${dueTime} 到期`, `“${hostName}”, due ${dueTime}`])}</span>
      <div>
        <Button busy={busy} onClick={() => expire(timer)}>
          {t(['定时器到期', 'Let it expire'])}
          <span className="hidden-words"> {name}</span>
        </Button>
      </div>
    </li>
  )
}

/** The tasks that wait, with who would get them, and the timers; each can be completed. Or how the process has ended. */
export const WaitingTasks = ({
  step,
  busy,
  complete,
  expire,
}: Props & Pick<TimerProps, 'expire'> & { step: RehearsalStep }) => {
  const t = useLocalize()
  const { waiting, timers, end, problem } = step
  return (
    <section>
      <h3 className="large below-8">{t(['待办任务', 'Waiting tasks'])}</h3>
      {problem ? <Notice tone="bad" title={problem} live /> : null}
      {end ? (
        <Notice tone="good" title={t([`流程结束：${end.name}`, `The process has ended: ${end.name}`])} live />
      ) : null}
      <ul className={css.tasks}>
        {waiting.map((task) => (
          <WaitingTask key={task.executionId} task={task} busy={busy} complete={complete} />
        ))}
      </ul>
      {timers.length ? (
        <ul className={css.tasks}>
          {timers.map((timer) => (
            <WaitingTimer key={timer.executionId} timer={timer} busy={busy} expire={expire} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}
