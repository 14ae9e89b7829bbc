import { useState } from 'react'
import { type Application, registration } from '#contract/registration.ts'
import { ask, useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView } from '#web/base/page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProofUpload } from './proof-upload.tsx'
import { RegistrationForm } from './registration-form.tsx'

interface Props {
  /** From a login with the right password (contract/registration.ts). */
  readonly registrationKey: string
  readonly onSent: (nextKey: string) => void
  /** Receives the key of the next change after a proof was handed in. */
  readonly onKey: (nextKey: string) => void
}

const Correction = ({ of, registrationKey, onSent, onKey }: Props & { of: Application }) => {
  const t = useLocalize()
  return (
    <>
      {of.state === 'refused' ? (
        <Notice
          tone="ask"
          title={t([
            '您的注册申请未通过审核，请修改后重新提交',
            'Your registration was not approved; please correct it',
          ])}
        >
          {of.reason ? <p>{of.reason}</p> : null}
        </Notice>
      ) : null}
      <ProofUpload registrationKey={registrationKey} initial={of.proof} onKey={onKey} />
      <RegistrationForm
        item={`registration-of-${of.values.account}`}
        initial={of.values}
        isCorrection
        send={async (values) => onSent((await ask(registration.resubmit, { ...values, key: registrationKey })).key)}
      />
    </>
  )
}

/** A registration that was refused or waits, with all its values; its applicant has no session. The password stays as it is. */
export const CorrectRegistration = (props: Props) => {
  // a later key would read the registration again and lose what is typed
  const [key] = useState(props.registrationKey)
  const application = useAnswer(registration.read, { key }, { staleTime: Number.POSITIVE_INFINITY })
  return <QueryView from={application}>{(of) => <Correction {...props} of={of} />}</QueryView>
}
