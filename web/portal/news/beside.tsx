import { Link } from 'react-router'
import type { Beside as Places } from '#contract/news/public.ts'
import { useSay } from '#web/base/say.ts'
import css from './beside.module.css'

/** Where to read on: the one before and the one after, of the same column. `at` makes the address of one. */
export const Beside = ({ of: { previous, next }, at }: { of: Places; at: (id: string) => string }) => {
  const t = useSay()
  if (!previous && !next) return null
  return (
    <nav className={css.beside} aria-label={t(['上一篇与下一篇', 'Previous and next'])}>
      {previous ? (
        <p>
          {t(['上一篇：', 'Previous: '])}
          <Link to={at(previous.id)} rel="prev" lang="zh-CN">
            {previous.title}
          </Link>
        </p>
      ) : null}
      {next ? (
        <p>
          {t(['下一篇：', 'Next: '])}
          <Link to={at(next.id)} rel="next" lang="zh-CN">
            {next.title}
          </Link>
        </p>
      ) : null}
    </nav>
  )
}
