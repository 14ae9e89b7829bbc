import { declaration } from '#contract/project/declaration.ts'
import {
  conclusionFields,
  type DuplicateCheck,
  type DuplicateResult,
  duplicateResults,
  duplicates,
} from '#contract/project/duplicates.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { TimelineComment } from '#web/declaration/timeline-entry.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { usePageForm } from '../../dialog/use-page-form.ts'
import css from '../review.module.css'

const tones: Readonly<Record<number, Tone>> = { 1: 'good', 2: 'ask', 3: 'bad' }

/** What an officer concluded, in its words. */
export const ResultTag = ({ result }: { readonly result: number }) => {
  const t = useLocalize()
  const [, label] = duplicateResults.find(([value]) => value === result) ?? [0, ['', ''] as const]
  return <Tag tone={tones[result] ?? 'calm'}>{t(label)}</Tag>
}

const ConclusionForm = ({ id, loop }: Pick<DuplicateCheck, 'id' | 'loop'>) => {
  const t = useLocalize()
  const toaster = useToaster()
  const initial = { result: null, reason: null }
  const { form, state, submit } = usePageForm({
    name: `duplicates-${id}-${loop}`,
    initial,
    fieldsFor: () => conclusionFields,
  })
  const send = async () => {
    const isSent = await submit(async (values) => {
      await ask(duplicates.record, { id, loop, ...values } as never)
      toaster.success(t(['结论已登记', 'Conclusion recorded']))
    })
    if (!isSent) return
    for (const name of Object.keys(initial)) form.state.change(name, null)
    await invalidate(duplicates.read.path, declaration.calls.getStatus.path)
  }
  return (
    <FormFrame className={`${css.form} above-12`} refusal={form.refusal} onSubmit={send}>
      <FormContext value={state}>
        <FieldGrid fields={conclusionFields} values={form.values} />
      </FormContext>
      <p className="muted small">
        {t([
          '结论供办理人员参考，不代替审核决定；申报单位和评审专家不可见。',
          'It decides nothing. The declarant and the experts do not see it.',
        ])}
      </p>
      <div className={css.actions}>
        <Button type="submit" busy={form.busy}>
          {t(duplicates.record.label)}
        </Button>
      </div>
    </FormFrame>
  )
}

const Conclusion = ({ of }: { readonly of: DuplicateResult }) => {
  const t = useLocalize()
  const found = of.degree === null ? '' : t([`，最高 ${of.degree}%`, `, up to ${of.degree}%`])
  return (
    <li>
      <p className="row wrap gap-4 gap-x-12">
        <ResultTag result={of.result} />
        <span>{of.realName}</span>
        <time className="muted">{of.createTime}</time>
      </p>
      <TimelineComment>{of.reason}</TimelineComment>
      <p className="muted small">
        {t([
          `第 ${of.loop + 1} 次提交，当时相似 ${of.matches} 件`,
          `Submission ${of.loop + 1}, similar then: ${of.matches}`,
        ])}
        {found}
      </p>
    </li>
  )
}

/** What officers concluded, and the form for another conclusion. */
export const DuplicateConclusions = ({ id, loop, results, canRecord }: DuplicateCheck) => {
  const t = useLocalize()
  if (results.length === 0 && !canRecord) return null
  return (
    <section className="above-16">
      <h3>{t(['核查结论', 'Conclusions'])}</h3>
      <ul className="stack gap-12 above-8">
        {results.map((one) => (
          <Conclusion key={one.id} of={one} />
        ))}
      </ul>
      {canRecord ? <ConclusionForm id={id} loop={loop} /> : null}
    </section>
  )
}
