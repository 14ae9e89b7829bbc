import { useState } from 'react'
import { longText } from '#contract/kit/field.ts'
import { type Colleague, registration } from '#contract/registration.ts'
import { ask, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { QueryView } from '#web/base/page/page.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The reason of an objection. */
const fields = { reason: longText('异议理由', 'Reason', { required: true, max: 200 }) }

/** One registration, with the buttons that confirm it or object to it. */
const ColleagueForm = ({ of }: { of: Colleague }) => {
  const t = useLocalize()
  const form = useForm({ reason: null })
  const [objects, setObjects] = useState(false)
  const send = (agrees: 0 | 1) =>
    form.run(async () => {
      const given = form.values.reason ? String(form.values.reason) : null
      await ask(registration.answer, { userId: of.id, agrees, reason: given })
      await invalidate(registration.colleagues.path)
    })
  const { answer } = of
  const facts = [
    [['登录账号', 'Account'], of.account],
    [['手机号码', 'Phone'], of.phone],
    [['申请时间', 'Applied at'], of.createTime],
  ] as const
  return (
    <Notice tone={answer ? 'calm' : 'ask'} title={of.realName}>
      <Facts of={facts} />
      {answer ? (
        <p role="status">
          {t(answer.agrees ? ['您已确认。', 'You have confirmed it.'] : ['您已提出异议：', 'You object: '])}
          {answer.reason}
        </p>
      ) : null}
      <FormFrame refusal={form.refusal} onSubmit={() => send(objects ? 0 : 1)}>
        {objects ? (
          <FormContext value={form.state}>
            <FieldGrid fields={fields} values={form.values} />
          </FormContext>
        ) : null}
        <p className="row wrap gap-12 above-8">
          {objects ? null : (
            <Button type="submit" kind="main" busy={form.busy}>
              {t(['确认', 'Confirm'])}
            </Button>
          )}
          <Button
            type={objects ? 'submit' : 'button'}
            busy={form.busy}
            {...(objects ? {} : { onClick: () => setObjects(true) })}
          >
            {objects ? t(['提交异议', 'Send the objection']) : t(['异议', 'Object'])}
          </Button>
        </p>
      </FormFrame>
    </Notice>
  )
}

/** People who register in the name of the caller's organisation; a clerk confirms that they belong to it, or objects. */
export const Colleagues = () => {
  const t = useLocalize()
  const waiting = useAnswer(registration.colleagues)
  return (
    <QueryView from={waiting}>
      {(rows) => (
        <div className="stack gap-16">
          <p>
            {t([
              '以下人员申请以本单位名义注册账号。请确认其是否为本单位人员；不是的，请提出异议，平台将核实后再办理。',
              'These people register an account of your organisation. Please confirm those who belong to it, and object to others; the platform then checks before it decides.',
            ])}
          </p>
          {rows.length ? (
            rows.map((row) => <ColleagueForm key={row.id} of={row} />)
          ) : (
            <p>{t(['目前没有待确认的注册申请。', 'No registration waits for you.'])}</p>
          )}
        </div>
      )}
    </QueryView>
  )
}
