import { useLocalize } from '#web/base/api/language.ts'
import css from './source.module.css'

interface Props {
  readonly of: { readonly createTime: string; readonly source: string | null }
}

/** Publication date and publisher of an article. */
export const Source = ({ of: { createTime, source } }: Props) => {
  const t = useLocalize()
  const day = createTime.slice(0, 10)
  return (
    <p className={css.source}>
      <time dateTime={day}>{day}</time>
      {source ? (
        <span>
          {t(['来源：', 'Source: '])}
          <span lang="zh-CN">{source}</span>
        </span>
      ) : null}
    </p>
  )
}
