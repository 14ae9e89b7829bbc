import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './section.module.css'

interface Props {
  readonly title: string
  /** One sentence under the title. */
  readonly lead?: string
  /** Path of the full list. */
  readonly more?: string
  /** Gray background instead of white. */
  readonly muted?: boolean
  readonly children: ReactNode
}

/** One section of the home page, labelled by its heading. */
export const Section = ({ title, lead, more, muted = false, children }: Props) => {
  const t = useLocalize()
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id} data-quiet={muted || undefined}>
      <div className={css.inside}>
        <header className={css.head}>
          <h2 id={id}>{title}</h2>
          {lead ? <p>{lead}</p> : null}
          {more ? (
            <Link to={more} className={css.more} aria-label={`${t(words.more)}: ${title}`}>
              {t(words.more)}
            </Link>
          ) : null}
        </header>
        {children}
      </div>
    </section>
  )
}
