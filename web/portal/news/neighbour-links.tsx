import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import type { Neighbours as Places } from '#contract/news/public.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './neighbour-links.module.css'

export interface NeighbourWords {
  readonly navLabel: Text
  readonly previous: Text
  readonly next: Text
}

const article: NeighbourWords = {
  navLabel: ['上一篇与下一篇', 'Previous and next'],
  previous: ['上一篇：', 'Previous: '],
  next: ['下一篇：', 'Next: '],
}

interface Props {
  readonly of: Places
  /** Returns the path of an item by its id. */
  readonly at: (id: string) => string
  readonly words?: NeighbourWords
}

/** Links to the previous and next item of the same column. */
export const NeighbourLinks = ({ of: { previous, next }, at, words = article }: Props) => {
  const t = useLocalize()
  if (!previous && !next) return null
  return (
    <nav className={css.neighbours} aria-label={t(words.navLabel)}>
      {previous ? (
        <p>
          {t(words.previous)}
          <Link to={at(previous.id)} rel="prev" lang="zh-CN">
            {previous.title}
          </Link>
        </p>
      ) : null}
      {next ? (
        <p>
          {t(words.next)}
          <Link to={at(next.id)} rel="next" lang="zh-CN">
            {next.title}
          </Link>
        </p>
      ) : null}
    </nav>
  )
}
