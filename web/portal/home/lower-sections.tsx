import type { ColumnType } from '#contract/news/column-types.ts'
import { news } from '#contract/news/public.ts'
import type { Statistics } from '#contract/portal/portal.ts'
import { DownloadLink } from '#web/article/download-link.tsx'
import { Source } from '#web/article/source.tsx'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { QueryState } from '#web/base/page/page.tsx'
import { AsyncSection } from '../async-section.tsx'
import { Figures } from './figures.tsx'
import { HomeCases } from './home-cases.tsx'
import css from './lower-sections.module.css'
import { Policy } from './policy/policy.tsx'
import { Section } from './section.tsx'

/** Kind of the columns to list. */
const technologyProgress: ColumnType = 3
/** Number of files displayed (specification 000, section 9). */
const fileCount = 6

/** The newest papers on technology, each with a download link. */
const Downloads = () => {
  const t = useLocalize()
  const files = useAnswer(news.fileList, { kind: technologyProgress, current: 1, size: fileCount })
  return (
    <Section title={t(['技术进展', 'Technology progress'])} more="/technologicalProgress/papers">
      <AsyncSection from={files} height={236} isEmpty={({ records }) => records.length === 0}>
        {({ records }) => (
          <ul className={css.files} data-columns>
            {records.map((item) => (
              <li key={item.id} lang="zh-CN">
                <DownloadLink of={item} />
                <Source of={item} />
              </li>
            ))}
          </ul>
        )}
      </AsyncSection>
    </Section>
  )
}

/** The sections below the map: server-rendered with the page, while their script loads after the first view. */
export const LowerSections = ({ statistics }: { statistics: QueryState<Statistics> }) => (
  <>
    <Figures from={statistics} />
    <Policy />
    <Downloads />
    <HomeCases />
  </>
)
