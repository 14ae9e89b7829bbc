import { Fragment } from 'react'
import type { Agreement } from '#contract/consent.ts'
import { statementAt } from '#contract/news/place.ts'
import { useLocalize } from '#web/base/api/language.ts'

/** The statements to agree to, in a sentence; each opens beside the page, so that nothing typed is lost. */
export const AgreementLinks = ({ of }: { of: readonly Agreement[] }) => {
  const t = useLocalize()
  return of.map(({ code, title }, i) => (
    <Fragment key={code}>
      {i ? t(['和', ' and ']) : null}
      <a href={statementAt(code)} target="_blank" rel="noreferrer">
        {t([`《${title}》`, title])}
        <span className="hidden-words">{t(['（新窗口打开）', ' (opens a new window)'])}</span>
      </a>
    </Fragment>
  ))
}
