import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import css from './register.module.css'

/** Facts of a registration in one line. Those of declarations look alike, but load with code that this page does not need. */
export const RegistrationFacts = ({ of }: { of: readonly (readonly [label: Text, value: ReactNode])[] }) => {
  const t = useLocalize()
  return (
    <dl className={css.facts}>
      {of.map(([label, value]) => (
        <div key={label[1]}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
