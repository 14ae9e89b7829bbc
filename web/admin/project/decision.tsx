import { App } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Fields, flag, int, longText, split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { declarantTransitions, type Transition, type TransitionName, transitionOf } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import { words } from '#contract/words.ts'
import { ask, type FieldError, invalidate } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { formatFieldPath } from '#web/declaration/field-path.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, type FormState } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { type FormValues, withValue } from '#web/form/form-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ExpertChoice } from './expert-choice.tsx'
import css from './review.module.css'
import type { OpenReview } from './review-draft.ts'

const comment = longText('对申报单位意见', 'Comment for the declarant', { max: 1000 })
const internal = longText('对内意见（申报单位不可见）', 'Internal comment (not for the declarant)', { max: 1000 })
const requiredComment = { ...comment, required: true, message: ['请填写理由', 'Please give the reason'] } as const

/** The inputs of a transition; the conflict question comes before the score, which depends on its answer. */
const fieldsOf = ({ requires: asks }: Transition): Fields => {
  if (asks === 'score')
    return {
      conflict: flag('与申报单位是否存在利益关系', 'Do you have a conflict of interest', { required: true }),
      score: int('评分（0–100）', 'Score (0–100)', { required: true, max: 100, when: { conflict: [0] } }),
      // a recused expert has no comment for the declarant
      comment: { ...comment, when: { conflict: [0] } },
      internal,
    }
  return { comment: asks === 'reason' ? requiredComment : comment, internal }
}

const Recusal = () => {
  const t = useLocalize()
  return (
    <Notice tone="ask" title={t(['提交后您将回避本项目的评审', 'You will be recused from this review'])}>
      <p>{t(['不再评分，由平台另行指派专家。', 'You give no score. The platform assigns another expert.'])}</p>
    </Notice>
  )
}

const RemarkList = ({ review, documents }: { review: OpenReview; documents: Readonly<Record<string, FormValues>> }) => {
  const t = useLocalize()
  const { remarks } = review.draft
  if (remarks.length === 0)
    return (
      <p className={css.soft}>
        {t([
          '请在左侧相应内容旁填写修改要求；退回后申报单位只能修改这些内容，请一次列全。',
          'Write what to correct beside the values on the left; only those can be changed then, so name all at once.',
        ])}
      </p>
    )
  return (
    <ol className={css.remarks}>
      {remarks.map(({ at, text }) => (
        <li key={at}>
          <a href={`#part-${at.split('.')[0]}`}>{formatFieldPath(at, t, documents)}</a>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

interface Props {
  readonly status: Status
  readonly review: OpenReview
  readonly documents: Readonly<Record<string, FormValues>>
}

const DecisionForm = ({ name, status, review, documents }: Props & { name: TransitionName }) => {
  const t = useLocalize()
  const { message } = App.useApp()
  const form = useForm({})
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  const move = transitionOf(name)
  const { typed, remarks, met } = review.draft
  const isReturn = move.requires === 'remarks'
  const isRecused = move.requires === 'score' && typed.conflict === 1
  const state: FormState = {
    ...form.state,
    change: (at, value) => {
      form.setFaults(form.faults.filter((fault) => fault.at !== at))
      review.change({ typed: withValue(typed, at.split('.'), value) })
    },
  }
  const missing = (): FieldError[] =>
    isReturn && remarks.length === 0
      ? [{ at: 'comment', msg: t(['请至少填写一条修改要求', 'Please write at least one remark']) }]
      : []

  const submit = async () => {
    const faults = missing()
    form.setFaults(faults)
    if (faults.length) return
    const { id, version } = status
    const input = {
      ...typed,
      id,
      version,
      action: name,
      met: met.map((at) => ({ at })),
      ...(isReturn ? { remarks: remarks.map((remark) => ({ ...remark })) } : {}),
    }
    const isSubmitted = await form.run(() =>
      ask(declaration.calls.submitStatus, input, { headers: { 'idempotency-key': key } }),
    )
    if (!isSubmitted) return
    review.clear()
    void message.success(t(words.done))
    await invalidate(declaration.path, 'declaration-document', '/api/caict-porject/library')
  }

  return (
    <FormFrame refusal={form.refusal} className={css.form} onSubmit={submit}>
      {move.requires === 'experts' ? (
        <ExpertChoice
          selectedIds={split(typed.experts as string | undefined)}
          recused={(status.assigned ?? []).filter(({ state }) => state === 'recused').map((one) => one.id)}
          choose={(ids) => review.change({ typed: { ...typed, experts: ids.join(',') } })}
          fault={state.faultAt('experts')}
        />
      ) : null}
      {isReturn ? <RemarkList review={review} documents={documents} /> : null}
      <FormContext value={state}>
        <FieldGrid fields={fieldsOf(move)} values={typed} />
      </FormContext>
      {isRecused ? <Recusal /> : null}
      <div className={css.actions}>
        <Button type="submit" kind={move.danger ? 'danger' : 'main'} busy={form.busy}>
          {t(['确认', 'Confirm: '])}
          {isRecused ? t(['回避', 'recusal']) : t(move.label)}
        </Button>
        <Button onClick={() => review.change({ move: null })}>{t(words.cancel)}</Button>
      </div>
    </FormFrame>
  )
}

const nothing: Text = ['当前环节没有需要您办理的事项。', 'Nothing here is yours to decide now.']

/** Links to the declaration pages, where declarants perform their own actions. */
const ToDeclare = ({ id, actions }: Pick<Status, 'id' | 'actions'>) => {
  const t = useLocalize()
  const labels = actions.map((name) => t(transitionOf(name).label)).join(t(['、', ', ']))
  return (
    <>
      {t([`您可以：${labels}。`, `You can: ${labels}.`])}{' '}
      <Link to={`/projectDetails/${id}`}>{t(['前往办理', 'Go on'])}</Link>
    </>
  )
}

/** The transitions available now; each displays its required inputs before it is sent. */
export const Decision = (props: Props) => {
  const t = useLocalize()
  const { status, review } = props
  const open = status.actions.filter((name) => !declarantTransitions.includes(name))
  const selected = open.find((name) => name === review.draft.move)
  return (
    <section>
      <h2>{t(['办理', 'Decide'])}</h2>
      {open.length === 0 ? (
        <p className={css.soft}>{status.actions.length ? <ToDeclare {...status} /> : t(nothing)}</p>
      ) : null}
      {selected ? (
        <>
          <h3 className={css.chosen}>{t(transitionOf(selected).label)}</h3>
          <DecisionForm key={selected} name={selected} {...props} />
        </>
      ) : (
        <div className={css.moves}>
          {open.map((name) => (
            <Button
              key={name}
              kind={transitionOf(name).danger ? 'danger' : 'plain'}
              onClick={() => review.change({ move: name })}
            >
              {t(transitionOf(name).label)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
