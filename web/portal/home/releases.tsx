import { Link } from 'react-router'
import type { FileItem, NewsItem } from '#contract/news/public.ts'
import { type NewsGroup, news } from '#contract/news/public.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useSay } from '#web/base/say.ts'
import { articleAt } from '../news/place.ts'
import { Arriving } from './arriving.tsx'
import { DownloadLink } from './download-link.tsx'
import css from './releases.module.css'
import { Section } from './section.tsx'
import { Source } from './source.tsx'

const Article = ({ item }: { item: NewsItem }) => (
  <li>
    <h4 lang="zh-CN">
      <Link to={articleAt(item.id)}>{item.title}</Link>
    </h4>
    <p className={css.excerpt} lang="zh-CN">
      {item.connect}
    </p>
    <Source of={item} />
  </li>
)

const Document = ({ item }: { item: FileItem }) => (
  <li>
    <h4 lang="zh-CN">
      <DownloadLink of={item} />
    </h4>
    <Source of={item} />
  </li>
)

const Group = ({ group }: { group: NewsGroup }) => {
  const t = useSay()
  const { name, fileList, newList } = group
  return (
    <div>
      <h3 className={css.column} lang="zh-CN">
        {name}
      </h3>
      <ul className={css.list}>
        {fileList.map((item) => (
          <Document key={item.id} item={item} />
        ))}
        {newList.map((item) => (
          <Article key={item.id} item={item} />
        ))}
      </ul>
      {fileList.length + newList.length === 0 ? (
        <p className={css.none}>{t(['本栏目暂无内容。', 'Nothing has been published here yet.'])}</p>
      ) : null}
    </div>
  )
}

/** Policy and news, a column for each group the editors keep (specification 000, section 2). */
export const Releases = () => {
  const t = useSay()
  const groups = useAnswer(news.getIndex)
  return (
    <Section title={t(['政策与资讯', 'Policy and news'])} more="/projectList/policy" quiet>
      <Arriving from={groups} height={620} isEmpty={(all) => all.length === 0}>
        {(all) => (
          <div className={css.columns}>
            {all.map((group) => (
              <Group key={group.type} group={group} />
            ))}
          </div>
        )}
      </Arriving>
    </Section>
  )
}
