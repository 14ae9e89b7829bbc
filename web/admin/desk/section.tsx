import { type ReactNode, useId } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './desk.module.css'

interface Props {
  readonly title: Text
  readonly extra?: ReactNode
  readonly children: ReactNode
}

/** A part of the desk. */
export const Section = ({ title, extra, children }: Props) => {
  const t = useLocalize()
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2>
        <span id={id}>{t(title)}</span>
        {extra ? <span className={css.extra}>{extra}</span> : null}
      </h2>
      {children}
    </section>
  )
}
