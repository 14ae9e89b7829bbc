import { Link, useSearchParams } from 'react-router'
import type { OutOf } from '#contract/kit/call.ts'
import type { Text } from '#contract/kit/text.ts'
import { type FigureWithParts, partFieldByFigure } from '#contract/portal/figure-parts.ts'
import { portal } from '#contract/portal/portal.ts'
import { type ProjectColumn, projectColumnNames, projectColumns } from '#contract/portal/project-columns.ts'
import { type ProjectFilters, projectAt, projectsAt } from '#contract/portal/project-places.ts'
import { publicProjects } from '#contract/portal/public-projects.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { useAbout, usePageTitle } from '#web/base/page/page.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { noResultsText } from '../news/list-search.tsx'
import page from '../page.module.css'
import { PagedList, usePageNumber } from '../pager.tsx'
import { ResultList } from '../result-list.tsx'
import ruled from '../table.module.css'
import { ExtraFilters } from './extra-filters.tsx'
import { FigureBreakdown } from './figure-breakdown.tsx'
import { readFilters, readOrder, toQueryParams } from './filters.ts'
import { ListTools } from './list-tools.tsx'
import { langOf, placeOf, type WithCodeNames } from './project-labels.ts'
import css from './projects.module.css'
import { ProjectSearch } from './search.tsx'

type Project = OutOf<typeof publicProjects.list>['records'][number]

interface TableProps {
  readonly projects: readonly WithCodeNames<Project>[]
  readonly sortedBy: ProjectColumn | undefined
}

const Table = ({ projects, sortedBy }: TableProps) => {
  const t = useLocalize()
  const lang = useLang()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={css.frame} aria-label={t(['在库项目名单', 'Listed projects'])} tabIndex={0}>
      <table className={`${ruled.table} ${css.table}`}>
        <caption className="hidden-words">{t(['在库项目名单', 'Listed projects'])}</caption>
        <thead>
          <tr>
            {projectColumnNames.map((name) => (
              <th key={name} scope="col" aria-sort={name === sortedBy ? 'ascending' : undefined}>
                {t(projectColumns[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {projects.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Link to={projectAt(one.id)} className="tall-link" lang={langOf(one.projectName)}>
                  {one.projectName}
                </Link>{' '}
                {one.isBenchmark === 1 ? <Tag>{t(['标杆', 'Benchmark'])}</Tag> : null}
              </th>
              <td lang={langOf(one.commpanyName)}>{one.commpanyName}</td>
              <td>{placeOf(one, lang)}</td>
              <td>{one.operatorName}</td>
              <td>{one.nationalEconomy2Name ?? one.nationalEconomy1Name ?? '—'}</td>
              <td>{one.year ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const countWords = (count: string, total: number): Text => [
  `共 ${count} 个项目`,
  `${count} ${total === 1 ? 'project' : 'projects'}`,
]

const sectionOf = (project: Project | undefined) => project && (project as WithCodeNames<Project>).nationalEconomy1Name

const ProjectList = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const sortedBy = readOrder(search)
  const rows = { ...toQueryParams(filters), ...(sortedBy ? { ascs: sortedBy } : {}) }
  const query = { ...rows, current: usePageNumber(), size: 20 }
  const projects = useAnswer(publicProjects.list, query)
  const { data: statistics } = useAnswer(portal.statistics)
  const lead = t([
    '经审核、公示后列入项目库的5G工厂项目。首页各项数字即对本名单的统计。',
    '5G factory projects listed after review and public notice. The figures on the home page are based on this list.',
  ])
  useAbout({ description: lead, data: null })
  const show = (next: ProjectFilters, ascs: string | undefined) => {
    const { searchParams } = new URL(projectsAt(next), 'http://x')
    if (ascs) searchParams.set('ascs', ascs)
    setSearch(searchParams)
  }
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <p className="muted large">{lead}</p>
      <ProjectSearch filters={filters} statistics={statistics} search={(next) => show(next, sortedBy)} />
      <ExtraFilters filters={filters} section={sectionOf(projects.data?.records[0])} />
      <ResultList
        from={projects}
        height={900}
        none={Object.keys(filters).length ? noResultsText : undefined}
        formatCount={countWords}
      >
        {(results) => (
          <PagedList of={results}>
            {(records) => (
              <>
                <ListTools
                  rows={rows}
                  total={results.capped ? Number.POSITIVE_INFINITY : results.total}
                  sortedBy={sortedBy}
                  sort={(ascs) => show(filters, ascs)}
                />
                <Table projects={records as readonly WithCodeNames<Project>[]} sortedBy={sortedBy} />
              </>
            )}
          </PagedList>
        )}
      </ResultList>
    </div>
  )
}

/** The listed projects (public): the rows behind each figure of the home page, or the breakdown of a figure. */
export const Projects = () => {
  const figure = useSearchParams()[0].get('figure')
  return figure !== null && Object.hasOwn(partFieldByFigure, figure) ? (
    <FigureBreakdown of={figure as FigureWithParts} />
  ) : (
    <ProjectList />
  )
}
