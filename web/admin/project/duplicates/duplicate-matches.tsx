import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import {
  type ComparedPlace,
  type DuplicateCheck,
  type DuplicateMatch,
  duplicateParts,
  duplicates,
  type Segment,
} from '#contract/project/duplicates.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import css from './duplicates.module.css'

const Passages = ({ of }: { readonly of: readonly Segment[] }) => (
  <p>
    {of.length
      ? // the segments of a text are never reordered
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment has no other name than its place
        of.map(({ text, isSame }, i) => (isSame ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>))
      : '—'}
  </p>
)

const Place = ({ of: { label, own, other } }: { readonly of: ComparedPlace }) => {
  const t = useLocalize()
  return (
    <section className="stack gap-4">
      <h3>{label}</h3>
      <div className={css.sides}>
        <div>
          <span className="muted small">{t(['本申报', 'This declaration'])}</span>
          <Passages of={own} />
        </div>
        <div>
          <span className="muted small">{t(['对比的申报', 'Compared with'])}</span>
          <Passages of={other} />
        </div>
      </div>
    </section>
  )
}

/** The texts of both declarations, loaded when they are asked for. */
const Comparison = ({ id, otherId }: { readonly id: string; readonly otherId: string }) => {
  const t = useLocalize()
  const places = useAnswer(duplicates.compare, { id, otherId })
  return (
    <div className={css.comparison}>
      <QueryView from={places}>
        {(found) => (
          <div className="stack gap-16">
            <p className="muted small">
              {t(['带下划线的文字两件申报都有。', 'Both declarations have the underlined words.'])}
            </p>
            {found.map((place) => (
              <Place key={`${place.part}-${place.label}`} of={place} />
            ))}
          </div>
        )}
      </QueryView>
    </div>
  )
}

const Match = ({ id, match }: { readonly id: string; readonly match: DuplicateMatch }) => {
  const t = useLocalize()
  const [isOpen, setOpen] = useState(false)
  const comparisonId = useId()
  const about = [match.commpanyName, match.provinceName, match.cityName, match.year, match.declareNo, match.stageName]
  const labels = new Map<string, Text>(duplicateParts)
  return (
    <li>
      <div className="row wrap middle gap-4 gap-x-12">
        <span className={css.degree}>{match.degree}%</span>
        <strong>
          {match.isDeclaration ? (
            <Link to={`/project/declaration/${match.id}`}>{match.projectName}</Link>
          ) : (
            match.projectName
          )}
        </strong>
        {match.parts.map(({ part, degree }) => (
          <Tag key={part}>
            {t(labels.get(part) ?? ['', ''])} {degree}%
          </Tag>
        ))}
        {match.isDeclaration ? (
          <Button kind="link" aria-expanded={isOpen} aria-controls={comparisonId} onClick={() => setOpen(!isOpen)}>
            {t(duplicates.compare.label)}
            <span className="hidden-words"> {match.projectName}</span>
          </Button>
        ) : null}
      </div>
      <p className="row wrap gap-x-12 muted small">
        {[...new Set(about)].map((text) => (text ? <span key={text}>{text}</span> : null))}
      </p>
      <div id={comparisonId}>{isOpen ? <Comparison id={id} otherId={match.id} /> : null}</div>
    </li>
  )
}

/** The similar declarations and projects that the officer sees, and how many others there are. */
export const DuplicateMatches = ({ id, matches, hidden }: DuplicateCheck) => {
  const t = useLocalize()
  return (
    <>
      {matches.length ? (
        <ul className={css.matches}>
          {matches.map((match) => (
            <Match key={match.id} id={id} match={match} />
          ))}
        </ul>
      ) : null}
      {hidden.count ? (
        <div className="above-12">
          <Notice>
            {t([
              `另有 ${hidden.count} 件（不在您的范围），相似度最高 ${hidden.degree}%，由省级部门或平台核查。`,
              `${hidden.count} more outside your scope, up to ${hidden.degree}% similar; the province or the platform looks at them.`,
            ])}
          </Notice>
        </div>
      ) : null}
    </>
  )
}
