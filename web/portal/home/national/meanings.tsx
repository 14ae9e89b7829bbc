import { type FigureWords, placeWords, standWords } from '#contract/portal/portal.ts'
import { useSay } from '#web/base/say.ts'
import css from './meanings.module.css'

const shown: readonly FigureWords[] = [...Object.values(placeWords), standWords]

/** What each figure of the map counts, beside it (decisions.md 22). */
export const Meanings = ({ title }: { title: string }) => {
  const t = useSay()
  return (
    <div className={css.meanings}>
      <h3>{title}</h3>
      <dl>
        {shown.map(({ name, unit, means }) => (
          <div key={name[0]}>
            <dt>
              {t(name)}
              {t(unit) ? <small>{t([`（${unit[0]}）`, ` (${unit[1]})`])}</small> : null}
            </dt>
            <dd>{t(means)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
