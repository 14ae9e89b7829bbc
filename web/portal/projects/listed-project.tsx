import type { Text } from '#contract/kit/text.ts'
import { projectAt } from '#contract/portal/project-places.ts'
import { type PublicProject, projectDetailFields, publicProjects } from '#contract/portal/public-projects.ts'
import css from '#web/article/article.module.css'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useAbout, useDocumentTitle } from '#web/base/page/page.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { DetailView } from '../detail-view.tsx'
import { ArticleTools, useArticleSize } from '../news/article-tools.tsx'
import { NeighbourLinks, type NeighbourWords } from '../news/neighbour-links.tsx'
import page from '../page.module.css'
import { useId } from '../search-params.ts'
import facts from './listed-project.module.css'
import { langOf, type WithCodeNames } from './project-labels.ts'

/** The displayed fields of a project, in order: place and industry, then how it is built. */
const factFields = [
  'commpanyName',
  'province',
  'city',
  'nationalEconomy1',
  'nationalEconomy2',
  'operator',
  'factoryLevel',
  'networkMode',
  'scenes',
  'year',
  'listedAt',
] as const

const Facts = ({ of }: { of: WithCodeNames<PublicProject> }) => {
  const t = useLocalize()
  return (
    <dl className={facts.facts}>
      {factFields.map((name) => {
        const value = of[`${name}Name`] ?? of[name]?.toString() ?? ''
        const words = name === 'listedAt' ? value.slice(0, 16) : value
        return (
          <div key={name}>
            <dt>{t(projectDetailFields[name].label)}</dt>
            <dd lang={langOf(words)}>{words || '—'}</dd>
          </div>
        )
      })}
    </dl>
  )
}

const benchmark: Text = ['标杆', 'Benchmark']
const projectNeighbourWords: NeighbourWords = {
  navLabel: ['上一项与下一项', 'Previous and next'],
  previous: ['上一项：', 'Previous: '],
  next: ['下一项：', 'Next: '],
}

const Project = ({ of }: { of: WithCodeNames<PublicProject> }) => {
  const t = useLocalize()
  const [size, choose] = useArticleSize()
  useDocumentTitle([of.projectName, of.projectName])
  useAbout({ description: `${of.projectName} ${of.commpanyName}`, data: null })
  return (
    <>
      <article className={css.article} data-size={size}>
        <h1>
          <span lang="zh-CN">{of.projectName}</span> {of.isBenchmark === 1 ? <Tag>{t(benchmark)}</Tag> : null}
        </h1>
        <ArticleTools size={size} choose={choose} />
        <Facts of={of} />
      </article>
      <NeighbourLinks of={of} at={projectAt} words={projectNeighbourWords} />
    </>
  )
}

/** A listed project (public), with links to the previous and next one in the list. */
export const ListedProject = () => {
  const id = useId()
  return (
    <div className={page.narrow}>
      <DetailView
        from={useAnswer(publicProjects.detail, { id })}
        more="/projects"
        linkText={['查看全部在库项目', 'All listed projects']}
      >
        {(project) => <Project of={project as WithCodeNames<PublicProject>} />}
      </DetailView>
    </div>
  )
}
