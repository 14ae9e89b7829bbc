import { Link } from 'react-router'
import { articleAt } from '#contract/news/place.ts'
import { type NewsItem, news } from '#contract/news/public.ts'
import { Source } from '#web/article/source.tsx'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { AsyncSection } from '../async-section.tsx'
import { CasePicture } from '../case-picture.tsx'
import css from './home-cases.module.css'
import { Section } from './section.tsx'

/** Number of cases displayed (specification 000, section 9). */
const caseCount = 4

const Case = ({ item }: { item: NewsItem }) => (
  <li>
    <CasePicture of={item} className="below-12" />
    <h3 lang="zh-CN">
      <Link to={articleAt(item.id)} className="hover-underline">
        {item.title}
      </Link>
    </h3>
    <p className={css.excerpt} lang="zh-CN">
      {item.connect}
    </p>
    <Source of={item} />
  </li>
)

/** The first typical cases; a case without a picture gets a drawing. */
export const HomeCases = () => {
  const t = useLocalize()
  const cases = useAnswer(news.getTrueNewList, { size: caseCount })
  return (
    <Section title={t(['典型案例', 'Typical cases'])} more="/successfulCase/cases" muted>
      <AsyncSection from={cases} height={316} isEmpty={(all) => all.length === 0}>
        {(all) => (
          <ul className={css.cases} data-columns>
            {all.map((item) => (
              <Case key={item.id} item={item} />
            ))}
          </ul>
        )}
      </AsyncSection>
    </Section>
  )
}
