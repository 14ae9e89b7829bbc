import type { ReactNode } from 'react'
import { portal } from '#contract/portal/portal.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from './caller.ts'
import { useLocalize } from './language.ts'
import css from './site-footer.module.css'

/** One item of the footer; hidden if `of` is not set. */
const FooterItem = ({ of, children }: { of: unknown; children: ReactNode }) => (of ? <span>{children}</span> : null)

/**
 * The sponsor and the filings of the site, from the parameters `site.*` (specification 000, section 2). Filings are
 * plain links, as the law requires. `inline`: one line below the pages of the console.
 */
export const SiteFooter = ({ inline = false }: { inline?: boolean }) => {
  const t = useLocalize()
  const { data } = useAnswer(portal.site, undefined, { staleTime: Number.POSITIVE_INFINITY })
  const { sponsor, phone, idCode, sitemap, icp, psb, icpUrl = '', psbUrl = '' } = data ?? {}
  return (
    <footer className={inline ? css.inline : css.footer}>
      <p>
        <span>{t(words.product)}</span>
        <FooterItem of={sponsor}>{t([`主办单位：${sponsor}`, `Operated by ${sponsor}`])}</FooterItem>
        <FooterItem of={phone}>{t([`联系电话：${phone}`, `Phone: ${phone}`])}</FooterItem>
        <FooterItem of={sitemap}>
          <a href={sitemap ?? ''}>{t(['站点地图', 'Site map'])}</a>
        </FooterItem>
      </p>
      {icp || psb || idCode ? (
        <p>
          <FooterItem of={icp}>
            <a href={icpUrl}>{icp}</a>
          </FooterItem>
          <FooterItem of={psb}>
            <a href={psbUrl}>{psb}</a>
          </FooterItem>
          <FooterItem of={idCode}>{t([`网站标识码：${idCode}`, `Site code: ${idCode}`])}</FooterItem>
        </p>
      ) : null}
    </footer>
  )
}
