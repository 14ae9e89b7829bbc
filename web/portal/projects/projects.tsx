import { useSearchParams } from 'react-router'
import type { OutOf } from '#contract/kit/call.ts'
import { portal } from '#contract/portal.ts'
import { publicProjects } from '#contract/public-projects.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useAbout, useHere } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { Tag } from '#web/ui/notice.tsx'
import { Arriving } from '../home/arriving.tsx'
import page from '../page.module.css'
import { Paged, usePageNumber } from '../pager.tsx'
import { askedFor, type Filters, projectsAt, readFilters } from './filters.ts'
import css from './projects.module.css'
import { ProjectSearch } from './search.tsx'

type Project = OutOf<typeof publicProjects.list>['records'][number]
/** Words of codes come in the row, beside them. */
type Worded = Project & { readonly [name: `${string}Name`]: string | null | undefined }

const Table = ({ projects }: { projects: readonly Worded[] }) => {
  const t = useSay()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={css.frame} aria-label={t(['在库项目名单', 'Listed projects'])} tabIndex={0}>
      <table className={css.table}>
        <caption className="hidden-words">{t(['在库项目名单', 'Listed projects'])}</caption>
        <thead>
          <tr>
            <th scope="col">{t(['项目名称', 'Project'])}</th>
            <th scope="col">{t(['单位名称', 'Organisation'])}</th>
            <th scope="col">{t(['地区', 'Place'])}</th>
            <th scope="col">{t(['运营商', 'Operator'])}</th>
            <th scope="col">{t(['所属行业', 'Industry'])}</th>
            <th scope="col">{t(['年份', 'Year'])}</th>
          </tr>
        </thead>
        <tbody lang="zh-CN">
          {projects.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                {one.projectName} {one.isBenchmark === 1 ? <Tag>{t(['标杆', 'Benchmark'])}</Tag> : null}
              </th>
              <td>{one.commpanyName}</td>
              <td>
                {one.provinceName} {one.cityName}
              </td>
              <td>{one.operatorName}</td>
              <td>{one.nationalEconomy1Name ?? '—'}</td>
              <td>{one.year ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The list of listed projects, open to everybody: the rows behind each figure of the home page. */
export const Projects = () => {
  const t = useSay()
  const title = useHere()
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const asked = { ...askedFor(filters), current: usePageNumber(), size: 20 }
  const projects = useAnswer(publicProjects.list, asked)
  const { data: statistics } = useAnswer(portal.statistics)
  const lead = t([
    '经审核、公示后列入项目库的5G工厂项目。首页各项数字即对本名单的统计。',
    '5G factory projects listed after review and public notice. The figures of the home page count this list.',
  ])
  useAbout({ description: lead, data: null })
  const find = (next: Filters) => setSearch(new URL(projectsAt(next), 'http://x').searchParams)
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <p className={page.lead}>{lead}</p>
      <ProjectSearch filters={filters} statistics={statistics} search={find} />
      <Arriving from={projects} height={900} isEmpty={({ total }) => total === 0}>
        {(found) => (
          <>
            <p role="status" className={css.total}>
              {t([
                `共 ${found.total}${found.capped ? '+' : ''} 个项目`,
                `${found.total}${found.capped ? '+' : ''} projects`,
              ])}
            </p>
            <Paged of={found}>{(records) => <Table projects={records as readonly Worded[]} />}</Paged>
          </>
        )}
      </Arriving>
    </div>
  )
}
