import { useLocalize } from '#web/base/api/language.ts'
import { type List, pageIdsOf } from '../sources/list-source.ts'
import css from './selection-bar.module.css'

/**
 * The number of selected rows, here and on other pages. Always mounted, since a screen reader announces only changes of what is
 * there.
 */
export const SelectionCount = ({ list: { source, selected } }: { list: List }) => {
  const t = useLocalize()
  const { rows } = selected
  const pageIds = pageIdsOf(source)
  const otherPagesCount = pageIds ? rows.filter(({ id }) => !pageIds.includes(id)).length : 0
  const figure = rows.length.toLocaleString('zh-CN')
  return (
    <span role="status" className={css.count}>
      {rows.length ? <span>{t([`已选 ${figure} 项`, `${figure} selected`])}</span> : null}
      {otherPagesCount ? (
        <span className="muted regular">
          {t([`其中 ${otherPagesCount} 项不在本页`, `${otherPagesCount} of them not on this page`])}
        </span>
      ) : null}
    </span>
  )
}
