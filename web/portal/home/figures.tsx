import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { benchmarkWords, type FigureKey, type FigureWords, figureWords } from '#contract/portal/figure-words.ts'
import type { Statistics } from '#contract/portal/portal.ts'
import { projectsAt, rowsOfFigure } from '#contract/portal/project-places.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ErrorState, type QueryState } from '#web/base/page/page.tsx'
import { Phrases } from '#web/ui/phrases.tsx'
import { FigureValue } from '../figure-value.tsx'
import { Source } from '../source.tsx'
import css from './figures.module.css'
import { RowsLink } from './rows-link.tsx'
import { Section } from './section.tsx'

interface Props {
  readonly from: QueryState<Statistics>
}

interface FigureProps {
  readonly words: FigureWords
  /** Path of the list with the rows the figure counts. */
  readonly rows: string
  /** Undefined while loading, null after an error. */
  readonly value: number | null | undefined
}

const Value = ({ words, value }: Omit<FigureProps, 'rows'>) => {
  if (value === undefined) return <span className={css.waiting} />
  if (value === null) return '—'
  return <FigureValue words={words} value={value} />
}

/** One figure: its text renders immediately, its number once it is loaded. */
const Figure = ({ words, value, rows }: FigureProps) => {
  const t = useLocalize()
  return (
    <div className={css.figure}>
      <dt>
        <RowsLink to={rows}>{t(words.name)}</RowsLink>
      </dt>
      <dd className={css.value}>
        <Value words={words} value={value} />
      </dd>
      <dd className={css.means}>
        <Phrases>{t(words.definition)}</Phrases>
      </dd>
    </div>
  )
}

/** Number of listed projects below which the page invites to declare: zeros alone say nothing to a visitor. */
const fewProjects = 10

/** How to declare, beside the figures of a platform that has only begun. */
const Invitation = () => {
  const t = useLocalize()
  return (
    <p className={css.invitation}>
      {t([
        '平台正在征集5G工厂项目，经审核、公示后入库。',
        'The platform is collecting 5G factory projects, which are listed after review and public notice.',
      ])}{' '}
      <Link to="/addDeclare/project">{t(['申报项目', 'Declare a project'])}</Link>{' '}
      <Link to="/registerView/register">{t(['注册账号', 'Register'])}</Link>
    </p>
  )
}

const scope: Text = [
  '统计口径：5G专网为登记的全部专网，其余仅计入项目库中已公开的项目。数据来源：本平台。',
  'Scope: all registered private networks; otherwise published projects in the project library. Source: this platform.',
]

/** Seven national figures with the definition of each, their source and their date. */
export const Figures = ({ from: { data, error, refetch } }: Props) => {
  const t = useLocalize()
  const missing = error ? null : undefined
  const numberOf = (key: FigureKey) => data?.Item.find((item) => item.key === key)?.value ?? missing
  return (
    <Section title={t(['全国统计', 'National statistics'])}>
      <dl className={css.figures} data-columns aria-busy={!data && !error}>
        {(Object.keys(figureWords) as FigureKey[]).map((key) => (
          <Figure key={key} words={figureWords[key]} value={numberOf(key)} rows={rowsOfFigure(key)} />
        ))}
        <Figure words={benchmarkWords} value={data?.StandNumber ?? missing} rows={projectsAt({ isBenchmark: '1' })} />
      </dl>
      {error && !data ? (
        <div className="above-28">
          <ErrorState error={error} retry={refetch} />
        </div>
      ) : (
        <Source text={scope} asOf={data?.asOf} />
      )}
      {data && (numberOf('projects') ?? 0) < fewProjects ? <Invitation /> : null}
    </Section>
  )
}
