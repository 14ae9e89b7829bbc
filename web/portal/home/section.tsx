import { type ReactNode, useId } from 'react'
import css from './section.module.css'

interface Props {
  readonly title: string
  /** One sentence under the title. */
  readonly lead?: string
  /** On the grey ground instead of white. */
  readonly quiet?: boolean
  readonly children: ReactNode
}

/** One part of the home page, named by its heading. */
export const Section = ({ title, lead, quiet = false, children }: Props) => {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id} data-quiet={quiet || undefined}>
      <div className={css.inside}>
        <header className={css.head}>
          <h2 id={id}>{title}</h2>
          {lead ? <p>{lead}</p> : null}
        </header>
        {children}
      </div>
    </section>
  )
}
