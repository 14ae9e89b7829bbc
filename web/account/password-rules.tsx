import { passwordRules } from '#contract/kit/rules.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { notCommon, passwordLines } from './password-lines.ts'
import css from './password-rules.module.css'

const Mark = ({ isMet }: { isMet: boolean }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    {isMet ? (
      <path d="M3 8.5l3.4 3.4L13 5" fill="none" stroke="currentColor" strokeWidth="2" />
    ) : (
      <circle cx="8" cy="8" r="2.5" fill="currentColor" />
    )}
  </svg>
)

/** The requirements of a new password, each marked as soon as it is met. */
export const PasswordRules = ({ of }: { of: string }) => {
  const t = useLocalize()
  const checkedRules = passwordLines.map(([text, ...names]) => ({
    text: t(text),
    isMet: of !== '' && names.every((name) => passwordRules[name][0](of)),
  }))
  const unmetCount = checkedRules.filter(({ isMet }) => !isMet).length
  return (
    <section className={css.rules} aria-labelledby="password-rules">
      <h2 id="password-rules">{t(['密码要求', 'Password rules'])}</h2>
      <ul>
        {checkedRules.map(({ text, isMet }) => (
          <li key={text} data-met={isMet || undefined}>
            <Mark isMet={isMet} />
            {text}
            <span className="hidden-words">{isMet ? t(['，已满足', ', met']) : null}</span>
          </li>
        ))}
      </ul>
      <p className="hidden-words" role="status">
        {of === ''
          ? null
          : unmetCount
            ? t([`新密码还有 ${unmetCount} 项要求未满足`, `Rules not met yet: ${unmetCount}`])
            : t(['新密码满足全部要求', 'The new password meets all rules'])}
      </p>
      <p className="above-8 muted small">{t(notCommon)}</p>
    </section>
  )
}
