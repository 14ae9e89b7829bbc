import { Link } from 'react-router'
import { columnAt } from '#contract/news/place.ts'
import { portal } from '#contract/portal/portal.ts'
import { type PublicPage, publicAreas } from '#contract/portal/public-pages.ts'
import { type SiteMapColumn, siteMap } from '#contract/portal/site-map.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useAbout, usePageTitle } from '#web/base/page/page.tsx'
import page from './page.module.css'
import css from './site-map.module.css'

const Columns = ({ of }: { of: readonly SiteMapColumn[] }) =>
  of.length ? (
    <ul className={css.columns}>
      {of.map(({ id, name, lang }) => (
        <li key={id} lang={lang}>
          <Link to={columnAt(id)}>{name}</Link>
        </li>
      ))}
    </ul>
  ) : null

interface EntryProps {
  readonly of: PublicPage
  readonly name: string
  readonly columns: readonly SiteMapColumn[]
}

const PageEntry = ({ of: { path, columnTypes, isPersonal }, name, columns }: EntryProps) => {
  const t = useLocalize()
  return (
    <li>
      <Link to={path}>{name}</Link>
      {isPersonal ? <small className="muted small">{t(['（登录后使用）', ' (login required)'])}</small> : null}
      <Columns of={columns.filter(({ type }) => columnTypes?.some((one) => one === type))} />
    </li>
  )
}

/** Every public page by area, with the news columns. */
export const SiteMap = () => {
  const t = useLocalize()
  const title = usePageTitle()
  // the platform's pages are listed even if the columns fail to load
  const { data: columns = [] } = useAnswer(siteMap.columns)
  const { data: site } = useAnswer(portal.site, undefined, { staleTime: Number.POSITIVE_INFINITY })
  // administrators name the statements
  const nameOf = ({ path, label }: PublicPage) =>
    site?.footer.flat().find(({ href }) => href === path)?.text ?? t(label)
  const lead = t(['本站全部公开页面与栏目。', 'All public pages and columns of this site.'])
  useAbout({ description: lead, data: null })
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <p className="muted large">{lead}</p>
      <div className={`${css.areas} ${page.ruled}`} data-columns>
        {publicAreas.map(({ name, pages }) => (
          <section key={name[1]}>
            <h2>{t(name)}</h2>
            <ul>
              {pages.map((publicPage) => (
                <PageEntry key={publicPage.path} of={publicPage} name={nameOf(publicPage)} columns={columns} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
