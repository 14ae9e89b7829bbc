import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '../api/language.ts'
import { useDocumentTitle, usePageTitle } from './page.tsx'
import css from './page-head.module.css'

interface Props {
  readonly title: Text
  /** Displayed beside the title: a figure, a state. */
  readonly extra?: ReactNode
  readonly children?: ReactNode
}

/** Page heading with the actions of the page at the right; sets the browser's title unless the route defines it. */
export const PageHead = ({ title, extra, children }: Props) => {
  const t = useLocalize()
  useDocumentTitle(usePageTitle(title))
  return (
    <div className={css.head}>
      <h1>{t(title)}</h1>
      {extra ? <span className="muted">{extra}</span> : null}
      {children ? <div className="row wrap gap-8 push">{children}</div> : null}
    </div>
  )
}
