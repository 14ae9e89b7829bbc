import { useLocalize } from '#web/base/api/language.ts'
import { type Bin, binWords } from './bins.ts'
import css from './china-drawing.module.css'

/** The color scale, highest step first. "0 projects" is a step; "no data" is a separate entry. */
export const Legend = ({ bins }: { bins: readonly Bin[] }) => {
  const t = useLocalize()
  return (
    <div className={css.legend}>
      <p>{t(['项目数（个）', 'Projects'])}</p>
      <ul>
        {[...bins.entries()].reverse().map(([i, bin]) => (
          <li key={bin[0]} className="row middle gap-8">
            <svg width="20" height="14" aria-hidden="true">
              <rect width="20" height="14" className={css.land} data-bin={i} />
            </svg>
            {binWords(bin)}
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
