import { Link } from 'react-router'
import { amountHead, amountOf, inAmountColumn } from '#contract/portal/amount.ts'
import { type FigureWords, figureWords } from '#contract/portal/figure-words.ts'
import { placeWords } from '#contract/portal/place-words.ts'
import { type Figure, type Item, portal } from '#contract/portal/portal.ts'
import { projectsAt, rowsOfFigure } from '#contract/portal/project-places.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLang, useLocalize } from '#web/base/language.ts'
import { QueryView, usePageTitle } from '#web/base/page.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { PageHead } from '../crud/page-head.tsx'
import css from './dashboard.module.css'
import { Section } from './section.tsx'

const maxProvinces = 10
const count = (value: number | undefined) => (value ?? 0).toLocaleString('zh-CN', { maximumFractionDigits: 2 })

const Total = ({ of: { key, value, unit } }: { of: Item }) => {
  const lang = useLang()
  const words: FigureWords = figureWords[key]
  const amount = words.money ? amountOf(value, lang) : { figure: count(value), unit }
  return (
    <dd>
      <b>{amount.figure}</b> {amount.unit}
    </dd>
  )
}

const Totals = ({ items }: { items: readonly Item[] }) => (
  <dl className={css.totals}>
    {items.map((item) => (
      <div key={item.key}>
        <dt>
          <Link to={rowsOfFigure(item.key)}>{item.name}</Link>
        </dt>
        <Total of={item} />
      </div>
    ))}
  </dl>
)

interface SharesProps {
  readonly of: readonly Figure[]
  readonly name: string
  /** Address of the projects that a figure counts. */
  readonly rows: (one: Figure) => string
}

const Shares = ({ of, name, rows }: SharesProps) => {
  const t = useLocalize()
  const lang = useLang()
  const invested = of.some(({ value2 }) => value2 !== undefined)
  return (
    <table className={css.table}>
      <caption className="hidden-words">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{t(['项目数（个）', 'Projects'])}</th>
          {invested ? <th scope="col">{t(amountHead(placeWords.value2.name))}</th> : null}
        </tr>
      </thead>
      <tbody>
        {of.map((one) => (
          <tr key={one.name}>
            <th scope="row">{one.name}</th>
            <td>{one.value ? <Link to={rows(one)}>{count(one.value)}</Link> : count(one.value)}</td>
            {invested ? <td>{inAmountColumn(one.value2 ?? 0, lang)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The national figures of the home page, as charts and as tables. */
export const Dashboard = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const statistics = useAnswer(portal.statistics)
  const { asOf, demo } = statistics.data ?? {}
  return (
    <>
      <PageHead title={title} extra={asOf ? t([`截至 ${asOf.slice(0, 16)}`, `As of ${asOf.slice(0, 16)}`]) : undefined}>
        {demo ? <Tag tone="ask">{t(words.demo)}</Tag> : null}
      </PageHead>
      <QueryView from={statistics}>
        {({ Item: items, Province, Operator }) => (
          <>
            <Totals items={items} />
            <div className={css.tables}>
              <Section title={['各省（区、市）前十', 'Top ten provinces']}>
                <Shares
                  of={Province.toSorted((one, other) => other.value - one.value).slice(0, maxProvinces)}
                  name={t(['省（区、市）', 'Province'])}
                  rows={({ code = '' }) => projectsAt({ province: code })}
                />
              </Section>
              <Section title={['按运营商', 'By operator']}>
                <Shares
                  of={Operator}
                  name={t(['运营商', 'Operator'])}
                  rows={({ key }) => projectsAt({ operator: String(key) })}
                />
              </Section>
            </div>
          </>
        )}
      </QueryView>
    </>
  )
}
