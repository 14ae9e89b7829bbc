import type { FlowStep, ModelView } from '#contract/flow/flow-process.ts'
import { nextSteps, type Outline, type OutlineNode, tasksInOrder } from '#contract/flow/outline.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ProcessHistory } from '#web/declaration/process-history.tsx'
import { stateWords } from './instance-states.ts'
import css from './step-list.module.css'

const endWords: Text = ['流程结束', 'The process ends']
const namedEndWords: Text = ['流程结束（{0}）', 'The process ends ({0})']

const nameOf = ({ name, type, id }: OutlineNode): Text => {
  if (type === 'EndEvent') return name ? fill(namedEndWords, name) : endWords
  return [name || id, name || id]
}

const NextSteps = ({ outline, after }: { outline: Outline; after: readonly string[] }) => {
  const t = useLocalize()
  const next = [...new Set(after.flatMap((id) => nextSteps(outline, id)))]
  return next.length ? (
    <ul className={css.next}>
      {next.map((node) => (
        <li key={node.id}>{t(nameOf(node))}</li>
      ))}
    </ul>
  ) : (
    <p>{t(['没有后续环节', 'Nothing follows'])}</p>
  )
}

/** The steps of a definition in order, each with what can follow it. */
const DefinedSteps = ({ outline }: { outline: Outline }) => {
  const t = useLocalize()
  return (
    <ol className={css.steps}>
      {tasksInOrder(outline).map((node) => (
        <li key={node.id}>
          <strong>{t(nameOf(node))}</strong>
          <p className="muted">
            {t(['下一步：', 'Next: '])}
            {nextSteps(outline, node.id)
              .map((next) => t(nameOf(next)))
              .join(t(['、', ', '])) || t(['无', 'none'])}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Who has the open tasks now, or how the process has ended. */
const Now = ({ flow, overview }: Pick<ModelView, 'overview'> & { flow: readonly FlowStep[] }) => {
  const t = useLocalize()
  if (overview && overview.endTime !== null)
    return (
      <section>
        <h3 className="large below-8">{t(stateWords[overview.state])}</h3>
        <p>
          {overview.result ?? t(['流程已结束', 'The process has ended'])}
          <span className="muted"> {overview.endTime}</span>
        </p>
      </section>
    )
  return (
    <section>
      <h3 className="large below-8">{t(['当前办理', 'In progress'])}</h3>
      <ul className={css.next}>
        {flow.filter(isRunning).map(({ historyActivityName, assigneeName, isClaimed }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several people can have the same task
          <li key={i}>
            {t([`${historyActivityName}：`, `${historyActivityName}: `])}
            {assigneeName ?? t(isClaimed === false ? ['待签收', 'to be claimed'] : ['办理中', 'in progress'])}
          </li>
        ))}
      </ul>
    </section>
  )
}

const isRunning = ({ historyActivityType, endTime }: FlowStep) =>
  !endTime && (historyActivityType === 'userTask' || historyActivityType === 'serviceTask')

/** The content of a diagram in words, for people who cannot see it: what was done, who has it now, and what can follow. */
export const StepList = ({
  outline,
  flow,
  entries = [],
  overview,
  hasHistory,
}: ModelView & { hasHistory: boolean }) => {
  const t = useLocalize()
  if (!flow) return <DefinedSteps outline={outline} />
  const running = flow.filter(isRunning)
  return (
    <div className={css.sections}>
      <Now flow={flow} {...(overview ? { overview } : {})} />
      {running.length ? (
        <section>
          <h3 className="large below-8">{t(['可能的下一步', 'Possible next steps'])}</h3>
          <NextSteps outline={outline} after={running.map(({ historyActivityId }) => historyActivityId)} />
        </section>
      ) : null}
      {hasHistory ? (
        <section>
          <h3 className="large below-8">{t(['流转记录', 'History'])}</h3>
          <ProcessHistory flow={flow} entries={entries} />
        </section>
      ) : null}
    </div>
  )
}
