import { user } from '#contract/system/user.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { RegistrationEvidence } from './registration-evidence.tsx'
import css from './user-consents.module.css'
import { UserConsents } from './user-consents.tsx'

/** What the registration of an account was handed in with, for those who approve; nothing for accounts that nobody registered. */
const Registration = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const checks = useAnswer(user.calls.registrations, { userIds: id })
  return (
    <QueryView from={checks}>
      {([of]) =>
        of ? (
          <section className={css.consents}>
            <h3>{t(['注册申请', 'Registration'])}</h3>
            <RegistrationEvidence of={of} />
          </section>
        ) : null
      }
    </QueryView>
  )
}

/** What the details of an account show besides its fields. */
export const UserDetails = ({ id }: { readonly id: string }) => (
  <>
    {useMay()('user_audit_pass') ? <Registration id={id} /> : null}
    <UserConsents id={id} />
  </>
)
