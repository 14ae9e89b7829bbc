import { useLocalize } from '#web/base/api/language.ts'
import css from './china-drawing.module.css'

/** The color scale of figures, highest step first, with the words of each; "no data" is a separate entry. */
export const Legend = ({ names, title }: { names: readonly string[]; title?: string }) => {
  const t = useLocalize()
  return (
    <div className={css.legend}>
      <p>{title}</p>
      <ul>
        {[...names.entries()].reverse().map(([i, words]) => (
          <li key={words} className="row middle gap-8">
            <svg width="20" height="14" aria-hidden="true">
              <rect width="20" height="14" className={css.land} data-bin={i} />
            </svg>
            {words}
          </li>
        ))}
        <li className="row middle gap-8">
          <svg width="20" height="14" aria-hidden="true">
            <rect width="20" height="14" className={css.land} data-bin="none" />
          </svg>
          {t(['暂无数据', 'No data'])}
        </li>
      </ul>
    </div>
  )
}
