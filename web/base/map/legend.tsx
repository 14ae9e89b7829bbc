import { useLocalize } from '#web/base/api/language.ts'
import { type Bin, binWords } from './bins.ts'
import css from './china-drawing.module.css'

/** The color scale of figures, highest step first, with the words of each; "no data" is a separate entry. */
export const StepLegend = ({ names, title }: { names: readonly string[]; title?: string }) => {
  const t = useLocalize()
  return (
    <div className={css.legend}>
      {title ? <p>{title}</p> : null}
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

/** The scale of numbers of projects, in which none is a step of its own. */
export const Legend = ({ bins }: { bins: readonly Bin[] }) => (
  <StepLegend names={bins.map(binWords)} title={useLocalize()(['项目数（个）', 'Projects'])} />
)
