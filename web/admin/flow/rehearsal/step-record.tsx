import { useLocalize } from '#web/base/api/language.ts'
import css from './rehearsal.module.css'
import type { RecordedStep } from './rehearsal-record.ts'
import { choiceText, reasonText } from './rehearsal-words.ts'

/** The steps so far, each with why its branches were taken. */
export const StepRecord = ({ record }: { record: readonly RecordedStep[] }) => {
  const t = useLocalize()
  return (
    <section>
      <h3 className="large below-8">{t(['步骤记录', 'Steps'])}</h3>
      <ol className={css.record}>
        {record.map(({ task, decision, step }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added and removed at the end
          <li key={i}>
            {task ? <strong>{task.name}</strong> : null} {t(decision)}
            {step.choices.map((choice) => (
              <div key={`${choice.kind} ${choice.id}`}>
                <span className={css.soft}>{t(choiceText(choice))}</span>
                <ul className={css.flows}>
                  {choice.flows.map((flow) => (
                    <li key={flow.id} data-taken={flow.isTaken || undefined}>
                      {flow.isTaken ? t(['已走', 'Taken']) : t(['未走', 'Not taken'])} {flow.target}{' '}
                      <span className={css.soft}>{t(reasonText(flow))}</span>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
