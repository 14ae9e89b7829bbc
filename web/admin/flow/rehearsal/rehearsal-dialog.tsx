import { useMemo, useRef } from 'react'
import type { RehearsalStart } from '#contract/flow/rehearsal.ts'
import { check } from '#contract/kit/check.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { saveBlob } from '#web/base/api/save-blob.ts'
import { Loading } from '#web/base/page/page.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, type FormState } from '#web/form/form-context.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { DiagramCanvas } from '../diagram/diagram-canvas.tsx'
import css from './rehearsal.module.css'
import { courseOf, type RecordedStep, reportOf } from './rehearsal-record.ts'
import { choiceText, reasonText } from './rehearsal-words.ts'
import { rehearseWords } from './rehearse-words.ts'
import { sampleFields, sampleVariables } from './sample-values.ts'
import { type RehearsalSource, useRehearsal } from './use-rehearsal.ts'
import { WaitingTasks } from './waiting-tasks.tsx'

/** The steps so far, each with why its branches were taken. */
const StepRecord = ({ record }: { record: readonly RecordedStep[] }) => {
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

export interface RehearsedDefinition {
  readonly source: RehearsalSource
  readonly name: string
}

type Rehearsal = ReturnType<typeof useRehearsal>

const wrongSample: Text = ['示例数据有误，请修改下方标出的项', 'Please correct the sample data marked below']

/** The sample data, the tasks that wait, and what has happened. */
const Panel = ({ start, rehearsal }: { start: RehearsalStart; rehearsal: Rehearsal }) => {
  const t = useLocalize()
  const lang = useLang()
  const form = useForm({})
  const { record, error, faults, setFaults, busy, begin, complete, expire, back } = rehearsal
  const fields = sampleFields(start.variables)
  const variables = sampleVariables(start.variables, form.values)
  const last = record.at(-1)
  const panel = useRef<HTMLDivElement>(null)
  // the task that was completed is gone; the next ones come first
  useFocusIfLost(() => panel.current, record.length)
  const state: FormState = {
    ...form.state,
    faultAt: (at) => faults.find((fault) => fault.at === at)?.msg,
    change: (at, value) => {
      setFaults(faults.filter((fault) => fault.at !== at))
      form.state.change(at, value)
    },
  }
  const beginIfComplete = () => {
    const missing = check(fields, { ...form.values }, { mode: 'new' }).faults
    setFaults(missing.map(({ at, text }) => ({ at, msg: t(text) })))
    if (missing.length === 0) void begin(variables)
  }
  const save = () => {
    const report = new Blob([reportOf(start.name, variables, record, lang)], { type: 'text/plain;charset=utf-8' })
    saveBlob(report, `${start.key}-${record.length}.txt`)
  }
  return (
    <div ref={panel} tabIndex={-1} className={css.panel}>
      {error ? <Notice tone="bad" title={error} live /> : null}
      {faults.length ? <Notice tone="bad" title={t(wrongSample)} live /> : null}
      {last ? (
        <WaitingTasks
          key={record.length}
          step={last.step}
          busy={busy}
          expire={(timer) => void expire(timer, variables)}
          complete={(task, decision) =>
            void complete(task, { ...decision, variables: { ...variables, ...decision.variables } })
          }
        />
      ) : null}
      <section>
        <h3 className="large below-8">{t(['示例数据', 'Sample data'])}</h3>
        <FormContext value={state}>
          <FieldGrid fields={fields} values={form.values} />
        </FormContext>
      </section>
      <div className="row wrap gap-8">
        <Button kind={last ? 'plain' : 'main'} busy={busy} onClick={beginIfComplete}>
          {last ? t(['重新开始', 'Start again']) : t(['开始试运行', 'Start'])}
        </Button>
        {record.length > 1 ? <Button onClick={back}>{t(['退回一步', 'One step back'])}</Button> : null}
        {last ? <Button onClick={save}>{t(['下载记录', 'Download the report'])}</Button> : null}
      </div>
      {last ? <StepRecord record={record} /> : null}
    </div>
  )
}

/** Runs a definition with sample data, step by step on its diagram. Nothing is stored. */
export const RehearsalDialog = ({ of, close }: { of: RehearsedDefinition; close: () => void }) => {
  const t = useLocalize()
  const rehearsal = useRehearsal(of.source)
  const { start, record, error } = rehearsal
  const course = useMemo(() => courseOf(record), [record])
  return (
    <RecordModal
      title={`${t(rehearseWords)} · ${of.name}`}
      width={1600}
      isFullOnPhone
      close={close}
      footer={<Button onClick={close}>{t(words.close)}</Button>}
    >
      {start ? (
        <div className={css.columns}>
          <DiagramCanvas xml={start.xml} flow={course} />
          <Panel start={start} rehearsal={rehearsal} />
        </div>
      ) : error ? (
        <Notice tone="bad" title={error} live />
      ) : (
        <Loading />
      )}
    </RecordModal>
  )
}
