import { useMemo } from 'react'
import type { ModelView } from '#contract/flow/flow-process.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import { History } from './history.tsx'
import { nextSteps, type ProcessGraph, type ProcessNode, stepsInOrder } from './process-graph.ts'
import { readGraph } from './read-graph.ts'
import css from './step-list.module.css'

const endWords: Text = ['流程结束', 'The process ends']
const namedEndWords: Text = ['流程结束（{0}）', 'The process ends ({0})']

const nameOf = ({ name, type, id }: ProcessNode): Text => {
  if (type === 'endEvent') return name ? fill(namedEndWords, name) : endWords
  return [name || id, name || id]
}

const NextSteps = ({ graph, after }: { graph: ProcessGraph; after: readonly string[] }) => {
  const t = useLocalize()
  const next = [...new Set(after.flatMap((id) => nextSteps(graph, id)))]
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
const DefinedSteps = ({ graph }: { graph: ProcessGraph }) => {
  const t = useLocalize()
  return (
    <ol className={css.steps}>
      {stepsInOrder(graph).map((node) => (
        <li key={node.id}>
          <strong>{t(nameOf(node))}</strong>
          <p className={css.soft}>
            {t(['下一步：', 'Next: '])}
            {nextSteps(graph, node.id)
              .map((next) => t(nameOf(next)))
              .join(t(['、', ', '])) || t(['无', 'none'])}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** The content of a diagram in words, for people who cannot see it: what was done, who has it now, and what can follow. */
export const StepList = ({ xml, flow }: ModelView) => {
  const t = useLocalize()
  const graph = useMemo(() => readGraph(xml), [xml])
  if (!flow) return <DefinedSteps graph={graph} />
  const running = flow.filter(({ historyActivityType, endTime }) => historyActivityType === 'userTask' && !endTime)
  const holders = running.map(({ historyActivityName, assigneeName }) =>
    t([
      `${historyActivityName}：${assigneeName ?? '待签收'}`,
      `${historyActivityName}: ${assigneeName ?? 'to be claimed'}`,
    ]),
  )
  return (
    <div className={css.sections}>
      <section>
        <h3>{t(['当前办理', 'In progress'])}</h3>
        {holders.length ? (
          <ul className={css.next}>
            {holders.map((words, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several people can have the same task
              <li key={i}>{words}</li>
            ))}
          </ul>
        ) : (
          <p>{t(['流程已结束', 'The process has ended'])}</p>
        )}
      </section>
      {running.length ? (
        <section>
          <h3>{t(['可能的下一步', 'Possible next steps'])}</h3>
          <NextSteps graph={graph} after={running.map(({ historyActivityId }) => historyActivityId)} />
        </section>
      ) : null}
      <section>
        <h3>{t(['流转记录', 'History'])}</h3>
        <History flow={flow} />
      </section>
    </div>
  )
}
