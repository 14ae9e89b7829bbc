import { type ReactNode, useState } from 'react'
import { type Application, registration } from '#contract/registration.ts'
import { ask, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { QueryView } from '#web/base/page/page.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import { ProofUpload } from './proof-upload.tsx'
import { RegistrationForm } from './registration-form.tsx'

interface KeyProps {
  /** From a registration, or from a login with the right password (contract/registration.ts). */
  readonly registrationKey: string
  /** Receives the key of the next change after a proof was handed in. */
  readonly onKey: (nextKey: string) => void
}

interface Props extends KeyProps {
  readonly onSent: (nextKey: string) => void
}

const stateWords = {
  waiting: ['待审核', 'Awaiting approval'],
  refused: ['未通过审核', 'Not approved'],
} as const

/** Where a registration stands, and its proof; a file that is handed in again replaces the one before. */
export const RegistrationState = ({
  registrationKey,
  onKey,
  children,
}: KeyProps & { children?: (of: Application) => ReactNode }) => {
  const t = useLocalize()
  // a later key would read the registration again and lose what is typed
  const [key] = useState(registrationKey)
  const application = useAnswer(registration.read, { key }, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <QueryView from={application}>
      {(of) => (
        <>
          <Facts
            isLarge
            of={[
              [
                ['审核状态', 'Status'],
                <Tag key="state" tone={of.state === 'waiting' ? 'busy' : 'bad'}>
                  {t(stateWords[of.state])}
                </Tag>,
              ],
              [['提交时间', 'Submitted at'], of.submitTime],
            ]}
          />
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
          {children?.(of)}
        </>
      )}
    </QueryView>
  )
}

/** A registration that was refused or waits, with all its values; its applicant has no session. The password stays as it is. */
export const CorrectRegistration = ({ onSent, ...props }: Props) => (
  <RegistrationState {...props}>
    {({ values }) => (
      <RegistrationForm
        item={`registration-of-${values.account}`}
        initial={values}
        isCorrection
        send={async (changed) =>
          onSent((await ask(registration.resubmit, { ...changed, key: props.registrationKey })).key)
        }
      />
    )}
  </RegistrationState>
)
