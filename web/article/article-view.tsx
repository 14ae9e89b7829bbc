import type { ReactNode } from 'react'
import css from './article.module.css'
import { ArticleText } from './article-text.tsx'
import { Source } from './source.tsx'

export interface ReadArticle {
  readonly title: string
  readonly createTime: string
  readonly source: string | null
  /** HTML restricted to the allow-list of server/base/html/rich-text.ts. */
  readonly connect: string
}

interface Props {
  readonly of: ReadArticle
  /** Text size chosen by the reader. */
  readonly size?: string
  readonly tools?: ReactNode
  readonly cover?: ReactNode
  readonly files?: ReactNode
}

/** An article as visitors see it; also the console's preview before it is published. */
export const ArticleView = ({ of, size = 'middle', tools, cover, files }: Props) => (
  <article className={css.article} data-size={size} lang="zh-CN">
    <h1>{of.title}</h1>
    <Source of={of} />
    {tools}
    {cover}
    <ArticleText html={of.connect} />
    {files}
  </article>
)
