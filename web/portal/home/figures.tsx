import { Link } from 'react-router'
import { type FigureKey, type FigureWords, figureWords, type Statistics, standWords } from '#contract/portal.ts'
import type { Failure } from '#web/base/caller.ts'
import { Refused } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { projectsAt } from '../projects/filters.ts'
import css from './figures.module.css'
import { digits } from './number.ts'
import { Section } from './section.tsx'

interface Props {
  readonly from: { readonly data: Statistics | undefined; readonly error: Failure | null; refetch(): unknown }
}

interface FigureProps {
  readonly words: FigureWords
  /** Where the rows are that it counts. */
  readonly rows?: string
  /** Undefined on its way, null when it cannot be had. */
  readonly value: number | null | undefined
}

const Value = ({ words, value }: Omit<FigureProps, 'rows'>) => {
  const t = useSay()
  if (value === undefined) return <span className={css.waiting} />
  if (value === null) return '—'
  return (
    <>
      <b>{digits(value)}</b> {t(words.unit) ? <small>{t(words.unit)}</small> : null}
    </>
  )
}

/** One figure: its words stand from the start, its number comes when it is known. */
const Figure = ({ words, value, rows = projectsAt() }: FigureProps) => {
  const t = useSay()
  return (
    <div className={css.figure}>
      <dt>
        <Link to={rows}>{t(words.name)}</Link>
      </dt>
      <dd className={css.value}>
        <Value words={words} value={value} />
      </dd>
      <dd className={css.means}>{t(words.means)}</dd>
    </div>
  )
}

const Source = ({ asOf }: { asOf: string | undefined }) => {
  const t = useSay()
  return (
    <p className={css.source}>
      {t([
        '统计口径：仅计入项目库中已公开的项目，与项目库列表同源。数据来源：本平台项目库。',
        'Scope: published projects of the project library only, from the same records as its list. Source: project library of this platform.',
      ])}
      {asOf ? t([`数据截至 ${asOf.slice(0, 16)}。`, ` As of ${asOf.slice(0, 16)}.`]) : null}
    </p>
  )
}

/** The country in seven figures, with what each of them counts, where it comes from and of when it is. */
export const Figures = ({ from: { data, error, refetch } }: Props) => {
  const t = useSay()
  const missing = error ? null : undefined
  const numberOf = (key: FigureKey) => data?.Item.find((item) => item.key === key)?.value ?? missing
  return (
    <Section title={t(['全国统计', 'National statistics'])}>
      <dl className={css.figures} data-columns aria-busy={!data && !error}>
        {(Object.keys(figureWords) as FigureKey[]).map((key) => (
          <Figure
            key={key}
            words={figureWords[key]}
            value={numberOf(key)}
            {...(key === 'networks' ? { rows: projectsAt({ hasNetwork: '1' }) } : {})}
          />
        ))}
        <Figure words={standWords} value={data?.StandNumber ?? missing} rows={projectsAt({ isBenchmark: '1' })} />
      </dl>
      {error && !data ? (
        <div className={css.refused}>
          <Refused error={error} retry={refetch} />
        </div>
      ) : (
        <Source asOf={data?.asOf} />
      )}
    </Section>
  )
}
