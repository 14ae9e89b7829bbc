import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './facts.module.css'

export type Fact = readonly [label: Text, value: ReactNode]

/** Facts in one line, each beside its label; those without a value are left out. `isLarge`: as large as the text of the page. */
export const Facts = ({ of, isLarge = false }: { of: readonly Fact[]; isLarge?: boolean }) => {
  const t = useLocalize()
  return (
    <dl className={css.facts} data-large={isLarge || undefined}>
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
