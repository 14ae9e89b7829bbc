import { type ReactNode, useId } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './my-matters.module.css'

interface Props {
  /** Its place beside the other parts. */
  readonly name: 'declarations' | 'tasks' | 'messages' | 'files'
  readonly title: Text
  readonly extra?: ReactNode
  /** Takes the place of the content if there is none. */
  readonly none?: Text
  readonly isEmpty?: boolean
  readonly children: ReactNode
}

/** A part of the page below its heading. */
export const Part = ({ name, title, extra, none, isEmpty = false, children }: Props) => {
  const t = useLocalize()
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.part} data-part={name}>
      <div className={css.head}>
        <h2 id={id}>{t(title)}</h2>
        {extra}
      </div>
      {isEmpty && none ? <p className={css.none}>{t(none)}</p> : children}
    </section>
  )
}
