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
import { useAnswer } from '#web/base/api/caller.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { formatNumber, formatPercent } from '#web/base/page/number.ts'
import { useAbout, useDocumentTitle } from '#web/base/page/page.tsx'
import { AsyncSection } from '../async-section.tsx'
import { FigureValue } from '../figure-value.tsx'
import page from '../page.module.css'
import { Source } from '../source.tsx'
import ruled from '../table.module.css'
import css from './figure-breakdown.module.css'
import { langOf } from './project-labels.ts'

const scopes = {
  projects: [
    '统计口径：仅计入项目库中已公开的项目，与项目库列表同源。数据来源：本平台项目库。',
    'Scope: published projects in the project library, the same as in the project list. Source: project library of this platform.',
  ],
  networks: [
    '统计口径：按所在省份计入在本平台登记的全部5G专网，一个项目可有多个专网。数据来源：本平台5G专网登记信息。',
    'Scope: all 5G private networks registered on this platform, by province; a project can have several. Source: register of private networks of this platform.',
  ],
} as const satisfies Record<string, Text>
const withUnit: Text = ['{0}（{1}）', '{0} ({1})']
/** Header of the number column. Divisions and scenes are counted once each in the figure, so their rows count projects. */
const wordsOf = (key: FigureWithParts) =>
  key === 'divisions' || key === 'scenes' ? placeWords.value : figureWords[key]

const Table = ({ of: { key, parts } }: { of: FigureParts }) => {
  const t = useLocalize()
  const lang = useLang()
  const by = partFieldByFigure[key]
  const { name: countLabel, unit, money }: FigureWords = wordsOf(key)
  const formatValue = (value: number) => (money ? inAmountColumn(value, lang) : formatNumber(value))
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const maxValue = parts[0]?.value ?? 0
  return (
    <table className={`${ruled.table} ${css.table}`}>
      <caption className="hidden-words">{t(figureWords[key].name)}</caption>
      <thead>
        <tr>
          <th scope="col">{t(partFields[by].label)}</th>
          <th scope="col">
            {t(money ? amountHead(countLabel) : t(unit) ? fill(withUnit, countLabel, unit) : countLabel)}
          </th>
          <th scope="col">{t(['占比', 'Share'])}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ code, name, value }) => (
          <tr key={code}>
            <th scope="row" lang={langOf(name)}>
              {key === 'networks' ? (
                name
              ) : (
                <Link to={projectsAt({ [by]: code })} className="tall-link">
                  {name}
                </Link>
              )}
            </th>
            <td>{formatValue(value)}</td>
            <td>
              <span className={css.share}>
                <span aria-hidden="true">
                  <span style={{ width: formatPercent(value, maxValue) }} />
                </span>
                {formatPercent(value, total)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The breakdown of a figure of the home page; each part links to its projects; private networks have no public list. */
export const FigureBreakdown = ({ of: key }: { of: FigureWithParts }) => {
  const t = useLocalize()
  const { name, definition } = figureWords[key]
  const parts = useAnswer(figureParts.figure, { key })
  useDocumentTitle([`${name[0]}构成`, `${name[1]}: breakdown`])
  useAbout({ description: t(definition), data: null })
  return (
    <div className={page.wide}>
      <h1>{t(name)}</h1>
      <p className="muted large">{t(definition)}</p>
      <AsyncSection from={parts} height={900} isEmpty={({ parts: all }) => all.length === 0}>
        {(figure) => (
          <>
            <p className={css.figure}>
              <FigureValue words={figureWords[key]} value={figure.value} />
            </p>
            <Table of={figure} />
            <Source text={key === 'networks' ? scopes.networks : scopes.projects} asOf={figure.asOf} />
          </>
        )}
      </AsyncSection>
      <p className={page.onward}>
        <Link to={projectsAt()} className="tall-link">
          {t(['查看在库项目名单', 'All listed projects'])}
        </Link>
      </p>
    </div>
  )
}
