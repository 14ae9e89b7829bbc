import { consentCalls } from '#contract/consent.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import css from './user-consents.module.css'

/** To which statements of the site an account has agreed, in which version and when. */
export const UserConsents = ({ id }: { readonly id: string }) => {
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
