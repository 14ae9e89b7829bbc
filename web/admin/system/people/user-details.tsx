import { consentCalls } from '#contract/consent.ts'
import { user } from '#contract/system/user.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { RegistrationEvidence } from './registration-evidence.tsx'
import css from './user-details.module.css'

/** To which statements of the site an account has agreed, in which version and when. */
const UserConsents = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const consents = useAnswer(consentCalls.ofAccount, { id })
  return (
    <section className={css.consents}>
      <h3>{t(consentCalls.ofAccount.label)}</h3>
      <QueryView from={consents}>
        {(all) =>
          all.length ? (
            <ul>
              {all.map(({ code, title, version, createTime }) => (
                <li key={`${code} ${version}`}>
                  <span>{title}</span>
                  <span>{t([`第 ${version} 版`, `Version ${version}`])}</span>
                  <time>{createTime}</time>
                </li>
              ))}
            </ul>
          ) : (
            <p>{t(['尚未同意', 'None yet'])}</p>
          )
        }
      </QueryView>
    </section>
  )
}

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
