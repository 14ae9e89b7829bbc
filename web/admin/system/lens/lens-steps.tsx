import { Link } from 'react-router'
import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Lens, LensAddress, LensDetail, LensStep } from '#contract/system/permission-lens.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { CircleCheckIcon, CircleXIcon, InfoIcon } from '#web/ui/icons.ts'
import { Tag } from '#web/ui/notice.tsx'
import css from './lens-steps.module.css'

const signs = { yes: CircleCheckIcon, no: CircleXIcon, note: InfoIcon } as const
const resultWords: Readonly<Record<keyof typeof signs, Text>> = {
  yes: ['通过', 'Passed'],
  no: ['未通过', 'Blocked'],
  note: consoleWords.note,
}

const kindOf = (passed: boolean | null): keyof typeof signs => (passed === null ? 'note' : passed ? 'yes' : 'no')

const Sign = ({ passed }: { passed: boolean | null }) => {
  const t = useLocalize()
  const Icon = signs[kindOf(passed)]
  return (
    <span className={css.sign}>
      <Icon aria-hidden="true" />
      <span className="hidden-words">{t(resultWords[kindOf(passed)])}</span>
    </span>
  )
}

const SettingsLink = ({ at, of }: { at: string | null; of: string }) => {
  const t = useLocalize()
  if (!at) return null
  return (
    <Link to={at}>
      {t(['前往设置', 'Go to settings'])}
      <span className="hidden-words">
        {t(['：', ': '])}
        {of}
      </span>
    </Link>
  )
}

const Detail = ({ text, passed, at }: LensDetail) => (
  <li className={css.detail} data-passed={kindOf(passed)}>
    <Sign passed={passed} />
    <span>{text}</span>
    <SettingsLink at={at} of={text} />
  </li>
)

const Step = ({ text, passed, at, details }: LensStep) => (
  <li className={css.step} data-passed={kindOf(passed)}>
    <Sign passed={passed} />
    <span className={css.text}>{text}</span>
    <span>
      <SettingsLink at={at} of={text} />
    </span>
    {details.length ? (
      <ul className={css.details}>
        {details.map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a step have a fixed order
          <Detail key={i} {...one} />
        ))}
      </ul>
    ) : null}
  </li>
)

const states: Readonly<Record<number, Text>> = {
  200: ['可以访问', 'Allowed'],
  401: ['不能登录', 'Cannot log in'],
  403: ['不能访问', 'Denied'],
  423: ['已锁屏', 'Screen locked'],
}

const Addresses = ({ addresses }: { addresses: readonly LensAddress[] }) => {
  const t = useLocalize()
  return (
    <table className={css.addresses}>
      <caption>{t(['相关接口', 'Addresses'])}</caption>
      <thead>
        <tr>
          <th scope="col">{t(['用途', 'Purpose'])}</th>
          <th scope="col">{t(consoleWords.apiAddress)}</th>
          <th scope="col">{t(['结果', 'Result'])}</th>
        </tr>
      </thead>
      <tbody>
        {addresses.map(({ method, path, label, status }) => (
          <tr key={`${method} ${path}`}>
            <td>{label}</td>
            <td>
              <code>
                {method} {path}
              </code>
            </td>
            <td>
              <Tag tone={status === 200 ? 'good' : 'bad'}>{t(states[status] ?? [String(status), String(status)])}</Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** All rules between an account and what it sees, each with a link to where it can be changed. */
export const Steps = ({ result, open, steps, addresses }: Lens) => (
  <section aria-live="polite">
    <p className={css.result} data-open={open || undefined}>
      {result}
    </p>
    <ol>
      {steps.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have a fixed order
        <Step key={i} {...one} />
      ))}
    </ol>
    {addresses.length ? <Addresses addresses={addresses} /> : null}
  </section>
)
