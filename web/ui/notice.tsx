import type { ReactNode } from 'react'
import css from './notice.module.css'

export type Tone = 'calm' | 'busy' | 'good' | 'bad' | 'ask'

interface Props {
  readonly tone?: Tone
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** Read out at once when it appears. */
  readonly live?: boolean
}

/** Something to know, in its tone; colour is never the only sign, since the title says it. */
export const Notice = ({ tone = 'calm', title, children, live = false }: Props) => (
  <div className={`${css.notice} ${css[tone] ?? ''}`} role={live ? 'alert' : undefined}>
    {title ? <p className={css.title}>{title}</p> : null}
    {children}
  </div>
)

/** A state in a word or two. */
export const Tag = ({ tone = 'calm', children }: Pick<Props, 'tone' | 'children'>) => (
  <span className={`${css.tag} ${css[tone] ?? ''}`}>{children}</span>
)

/** Waiting, in words: appears only after a moment, so that fast answers do not flicker. */
export const LoadingNotice = ({ words }: { readonly words: string }) => (
  <p className={css.waiting} role="status">
    <span className={css.turn} aria-hidden="true" />
    {words}
  </p>
)
