import type { ReactNode } from 'react'
import css from './notice.module.css'

export type Tone = 'calm' | 'busy' | 'good' | 'bad' | 'ask'

interface Props {
  readonly tone?: Tone
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** Screen readers announce it as soon as it appears. */
  readonly live?: boolean
}

/** A message in a tone; the title repeats what the colour means. */
export const Notice = ({ tone = 'calm', title, children, live = false }: Props) => (
  <div className={`${css.notice} ${css[tone] ?? ''}`} role={live ? 'alert' : undefined}>
    {title ? <p className={css.title}>{title}</p> : null}
    {children}
  </div>
)

/** A state in one or two words. */
export const Tag = ({ tone = 'calm', children }: Pick<Props, 'tone' | 'children'>) => (
  <span className={`${css.tag} ${css[tone] ?? ''}`}>{children}</span>
)

/** A loading message; appears after a short delay, so that fast responses do not flicker. */
export const LoadingNotice = ({ words }: { readonly words: string }) => (
  <p className={css.waiting} role="status" data-loading="">
    <span className={css.turn} aria-hidden="true" />
    {words}
  </p>
)
