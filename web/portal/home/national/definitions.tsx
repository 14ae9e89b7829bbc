import { fill } from '#contract/kit/text.ts'
import { benchmarkWords, type FigureWords } from '#contract/portal/figure-words.ts'
import { placeWords } from '#contract/portal/place-words.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import css from './definitions.module.css'

const figures: readonly FigureWords[] = [...Object.values(placeWords), benchmarkWords]

/** The definition of each figure of the map. */
export const Definitions = ({ title }: { title: string }) => {
  const t = useLocalize()
  // amounts in English already contain their unit
  const lang = useLang()
  return (
    <div className={css.meanings}>
      <h3>{title}</h3>
      <dl>
        {figures.map(({ name, unit, money, definition }) => (
          <div key={name[0]}>
            <dt>
              {t(name)}
              {t(unit) && !(money && lang === 'en') ? (
                <small className="muted regular">{t(fill(['（{0}）', ' ({0})'], unit))}</small>
              ) : null}
            </dt>
            <dd>{t(definition)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
