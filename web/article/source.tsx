import { useLocalize } from '#web/base/api/language.ts'
import css from './source.module.css'

interface Props {
  readonly of: { readonly createTime: string; readonly source: string | null }
}

/** Publication date and publisher of an article. */
export const Source = ({ of: { createTime, source } }: Props) => {
  const t = useLocalize()
  // words in its place in a preview
  const [day] = /^\d{4}-\d\d-\d\d/.exec(createTime) ?? []
  return (
    <p className={css.source}>
      {day ? <time dateTime={day}>{day}</time> : <span>{createTime}</span>}
      {source ? (
        <span>
          {t(['来源：', 'Source: '])}
          <span lang="zh-CN">{source}</span>
        </span>
      ) : null}
    </p>
  )
}
