import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { check } from '#contract/kit/check.ts'
import type { Text } from '#contract/kit/text.ts'
import { myMatters } from '#contract/project/my-matters.ts'
import { type RecommendDetail, recommend, recommendInput } from '#contract/project/recommend.ts'
import { words } from '#contract/words.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useStoredDraft } from '#web/base/preferences/stored-draft.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { recommendValues } from '#web/recommend/recommend-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'
import { Question } from '../question.tsx'

const empty: FormValues = Object.fromEntries(Object.keys(recommendInput).map((name) => [name, null]))

/** What is asked before it is done. */
type Step = 'send' | 'withdraw' | 'remove'

const stepWords: Readonly<Record<Step, { readonly title: Text; readonly note: Text; readonly done: Text }>> = {
  send: {
    title: ['提交审核', 'Send for review'],
    note: ['提交后由审核人员办理，审核期间不能修改。', 'It is reviewed next and cannot be changed meanwhile.'],
    done: ['已提交审核', 'Sent for review'],
  },
  withdraw: {
    title: ['撤销推荐', 'Withdraw the recommendation'],
    note: ['撤销后推荐即告结束，不能恢复。', 'This ends the recommendation and cannot be undone.'],
    done: ['已撤销', 'Withdrawn'],
  },
  remove: {
    title: ['删除草稿', 'Delete the draft'],
    note: ['删除后已填内容不能恢复。', 'What is filled in cannot be restored.'],
    done: words.removed,
  },
}

/** What the person has typed since the recommendation was saved; kept in the browser until it is saved or sent. */
const useTyped = (of: RecommendDetail | null) => {
  const stored = useStoredDraft<{ values?: FormValues }>(`recommend-${of?.id ?? 'new'}`, {})
  const [isRestored] = useState(stored.draft.values !== undefined)
  const form = useForm({ ...(of ? recommendValues(of) : empty), ...stored.draft.values })
  const change = (at: string, value: unknown) => {
    form.state.change(at, value)
    stored.change({ values: { ...form.values, [at]: value } as FormValues })
  }
  return { form, state: { ...form.state, change }, isRestored, clear: stored.clear }
}

/** The calls by which the values are saved, sent, withdrawn or removed. */
const useCalls = (of: RecommendDetail | null, values: FormValues) => {
  // a second attempt after a failure continues with the draft that the first one saved
  const id = useRef(of?.id ?? null)
  const save = async (saved: object) => {
    const row = await ask(recommend.calls.save, { ...saved, ...(id.current ? { id: id.current } : {}) } as never)
    id.current = String(row.id)
  }
  const complete = (flag: 'ok' | 'no') => {
    const { taskId, processInstanceId } = of?.flow ?? {}
    return ask(workTodo.calls.completeTask, { taskId, processInstanceId, flag, comment: '' } as never)
  }
  const steps: Readonly<Record<Step, () => Promise<unknown>>> = {
    send: async () => {
      await save(check(recommendInput, { ...values }, { mode: 'new' }).value)
      await (of?.recommendState === 'returned'
        ? complete('ok')
        : ask(recommend.calls.start, { id: id.current as string }))
    },
    withdraw: () => complete('no'),
    remove: () => ask(recommend.calls.removeDraft, { id: id.current as string }),
  }
  return { save, steps }
}

interface ButtonsProps {
  readonly state: RecommendDetail['recommendState'] | undefined
  readonly busy: boolean
  readonly saveDraft: () => void
  readonly choose: (step: Step) => void
}

const Buttons = ({ state, busy, saveDraft, choose }: ButtonsProps) => {
  const t = useLocalize()
  const isReturned = state === 'returned'
  return (
    <div className={page.actions}>
      <Button kind="main" type="submit" busy={busy}>
        {t(isReturned ? ['重新提交', 'Submit again'] : ['提交审核', 'Send for review'])}
      </Button>
      {isReturned ? (
        <Button kind="danger" busy={busy} onClick={() => choose('withdraw')}>
          {t(stepWords.withdraw.title)}
        </Button>
      ) : (
        <Button busy={busy} onClick={saveDraft}>
          {t(['保存草稿', 'Save as a draft'])}
        </Button>
      )}
      {state === 'draft' ? (
        <Button kind="danger" busy={busy} onClick={() => choose('remove')}>
          {t(stepWords.remove.title)}
        </Button>
      ) : null}
    </div>
  )
}

/** Writes a recommendation: a new one, a draft, or one that was returned. */
export const RecommendationForm = ({ of }: { of: RecommendDetail | null }) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const { form, state, isRestored, clear } = useTyped(of)
  const { values } = form
  const { save, steps } = useCalls(of, values)
  const [step, setStep] = useState<Step | null>(null)
  const finish = async (done: Text, act: () => Promise<unknown>) => {
    if (!(await form.run(act))) return
    clear()
    void invalidate(recommend.path, myMatters.read.path, flowProcess.modelView.path)
    navigate('/project/recommend', { state: { done } })
  }
  const send = async () => {
    const { faults } = check(recommendInput, { ...values }, { mode: 'new' })
    form.setFaults(faults)
    if (!faults.length) setStep('send')
  }
  const agree = async (asked: Step) => {
    await finish(stepWords[asked].done, steps[asked])
    // what failed is shown at its fields, or above the form
    setStep(null)
  }
  return (
    <FormFrame className={page.form} refusal={form.refusal} onSubmit={send}>
      {isRestored ? (
        <Notice tone="ask" title={t(['已恢复上次未保存的内容', 'Your unsaved input has been restored'])} />
      ) : null}
      <FaultSummary faults={form.faults} />
      <FormContext value={state}>
        <FieldGrid fields={recommendInput} values={values} />
      </FormContext>
      <Buttons
        state={of?.recommendState}
        busy={form.busy}
        saveDraft={() => void finish(['草稿已保存', 'The draft was saved'], () => save(values))}
        choose={setStep}
      />
      {step ? (
        <Question
          {...stepWords[step]}
          busy={form.busy}
          refusal={null}
          agree={() => agree(step)}
          close={() => setStep(null)}
        />
      ) : null}
    </FormFrame>
  )
}
