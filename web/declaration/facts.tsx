import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import css from './facts.module.css'

export type Fact = readonly [label: Text, value: ReactNode]

/** Facts in one line, each beside its label; those without a value are left out. */
export const Facts = ({ of }: { of: readonly Fact[] }) => {
  const t = useLocalize()
  return (
    <dl className={css.facts}>
      {of
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label[1]}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
