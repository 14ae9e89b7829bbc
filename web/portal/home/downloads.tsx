import type { ColumnType } from '#contract/news/column-types.ts'
import { news } from '#contract/news/public.ts'
import { DownloadLink } from '#web/article/download-link.tsx'
import { Source } from '#web/article/source.tsx'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { AsyncSection } from '../async-section.tsx'
import css from './downloads.module.css'
import { Section } from './section.tsx'

/** Kind of the columns to list. */
const technologyProgress: ColumnType = 3
/** Number of files displayed (specification 000, section 9). */
const fileCount = 6

/** The newest papers on technology, each with a download link. */
export const Downloads = () => {
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
