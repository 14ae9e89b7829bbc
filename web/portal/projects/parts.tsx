import { Link } from 'react-router'
import { fill, type Text } from '#contract/kit/text.ts'
import { amountHead, inAmountColumn } from '#contract/portal/amount.ts'
import {
  type FigureParts,
  type FigureWithParts,
  figureParts,
  partFieldByFigure,
} from '#contract/portal/figure-parts.ts'
import { type FigureWords, figureWords } from '#contract/portal/figure-words.ts'
import { placeWords } from '#contract/portal/place-words.ts'
import { projectsAt } from '#contract/portal/project-places.ts'
import { partFields } from '#contract/portal/public-projects.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useAbout, useDocumentTitle } from '#web/base/page.tsx'
import { useLang, useLocalize } from '#web/base/say.ts'
import { Arriving } from '../arriving.tsx'
import { FigureValue } from '../figure-value.tsx'
import { LibrarySource } from '../library-source.tsx'
import { digits, percent } from '../number.ts'
import page from '../page.module.css'
import ruled from '../table.module.css'
import css from './parts.module.css'
import { langOf } from './worded.ts'

const withUnit: Text = ['{0}（{1}）', '{0} ({1})']
/** What is counted in the column of numbers: of what counts once in the figure itself, its projects. */
const wordsOf = (key: FigureWithParts) =>
  key === 'divisions' || key === 'scenes' ? placeWords.value : figureWords[key]

const Table = ({ of: { key, parts } }: { of: FigureParts }) => {
  const t = useLocalize()
  const lang = useLang()
  const by = partFieldByFigure[key]
  const { name: counted, unit, money }: FigureWords = wordsOf(key)
  const shown = (value: number) => (money ? inAmountColumn(value, lang) : digits(value))
  const all = parts.reduce((sum, { value }) => sum + value, 0)
  const most = parts[0]?.value ?? 0
  return (
    <table className={`${ruled.table} ${css.table}`}>
      <caption className="hidden-words">{t(figureWords[key].name)}</caption>
      <thead>
        <tr>
          <th scope="col">{t(partFields[by].label)}</th>
          <th scope="col">{t(money ? amountHead(counted) : t(unit) ? fill(withUnit, counted, unit) : counted)}</th>
          <th scope="col">{t(['占比', 'Share'])}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ code, name, value }) => (
          <tr key={code}>
            <th scope="row" lang={langOf(name)}>
              <Link to={projectsAt({ [by]: code })}>{name}</Link>
            </th>
            <td>{shown(value)}</td>
            <td>
              <span className={css.share}>
                <span aria-hidden="true">
                  <span style={{ width: percent(value, most) }} />
                </span>
                {percent(value, all)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A figure of the home page with the parts it is made of; each leads to its projects. */
export const Parts = ({ of: key }: { of: FigureWithParts }) => {
  const t = useLocalize()
  const { name, definition: means } = figureWords[key]
  const parts = useAnswer(figureParts.figure, { key })
  useDocumentTitle([`${name[0]}构成`, `${name[1]}: its parts`])
  useAbout({ description: t(means), data: null })
  return (
    <div className={page.wide}>
      <h1>{t(name)}</h1>
      <p className={page.lead}>{t(means)}</p>
      <Arriving from={parts} height={900} isEmpty={({ parts: all }) => all.length === 0}>
        {(found) => (
          <>
            <p className={css.figure}>
              <FigureValue words={figureWords[key]} value={found.value} />
            </p>
            <Table of={found} />
            <LibrarySource asOf={found.asOf} />
          </>
        )}
      </Arriving>
      <p className={page.onward}>
        <Link to={projectsAt()}>{t(['查看在库项目名单', 'All listed projects'])}</Link>
      </p>
    </div>
  )
}
