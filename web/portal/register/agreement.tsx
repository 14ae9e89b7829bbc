import { writeConsents } from '#contract/consent.ts'
import type { Text } from '#contract/kit/text.ts'
import { agreements } from '#contract/portal/agreements.ts'
import { AgreementLinks } from '#web/account/agreement-links.tsx'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { useFormState, useIdAt } from '#web/form/form-context.ts'
import css from './register.module.css'

/** Where the form has the statements and versions that are agreed to. */
export const consentAt = 'consents'

export const consentMissing: Text = [
  '请勾选同意用户协议和隐私政策',
  'Please agree to the terms of use and the privacy policy',
]

/** The agreement to the statements that whoever registers has to know; its value names the versions that could be read. */
export const AgreementField = ({ value }: { value: unknown }) => {
  const t = useLocalize()
  const id = useIdAt()(consentAt)
  const { faultAt, change } = useFormState()
  const answer = useAnswer(agreements.list, undefined, { staleTime: Number.POSITIVE_INFINITY })
  const fault = faultAt(consentAt)
  return (
    <QueryView from={answer}>
      {(of) => (
        <div>
          <label className={css.agreement}>
            <input
              id={id}
              type="checkbox"
              checked={Boolean(value)}
              aria-invalid={fault !== undefined || undefined}
              aria-describedby={fault ? `${id}-fault` : undefined}
              onChange={({ target }) => change(consentAt, target.checked ? writeConsents(of) : null)}
            />
            <span>
              {t(['我已阅读并同意', 'I have read and agree to the '])}
              <AgreementLinks of={of} />
            </span>
          </label>
          {fault ? (
            <span id={`${id}-fault`} className="block above-4 bad">
              {fault}
            </span>
          ) : null}
        </div>
      )}
    </QueryView>
  )
}
