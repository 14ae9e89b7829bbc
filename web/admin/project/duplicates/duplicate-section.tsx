import { useId, useState } from 'react'
import { type DuplicateSummary, duplicates, duplicateWords } from '#contract/project/duplicates.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Tag } from '#web/ui/notice.tsx'
import css from '../review.module.css'
import { DuplicateConclusions, ResultTag } from './duplicate-conclusion.tsx'
import { DuplicateMatches } from './duplicate-matches.tsx'

const State = ({ of: { checkedAt, count, degree, result } }: { readonly of: DuplicateSummary }) => {
  const t = useLocalize()
  if (checkedAt === null) return <Tag tone="busy">{t(['等待中', 'Waiting'])}</Tag>
  return (
    <>
      {count ? (
        <Tag tone="ask">{t([`相似 ${count} 件，最高 ${degree}%`, `Similar: ${count}, up to ${degree}%`])}</Tag>
      ) : (
        <Tag tone="good">{t(['未发现相似申报', 'None similar'])}</Tag>
      )}
      {result === null ? null : <ResultTag result={result} />}
      <span className="muted small">{t([`完成于 ${checkedAt}`, `Compared at ${checkedAt}`])}</span>
    </>
  )
}

const Details = ({ id, isWaiting }: { readonly id: string; readonly isWaiting: boolean }) => {
  const t = useLocalize()
  const check = useAnswer(duplicates.read, { id }, { staleTime: 0 })
  return (
    <QueryView from={check}>
      {(found) => (
        <>
          {isWaiting ? (
            <p className="above-12 muted">
              {t([
                '提交后在后台比对，通常几秒内完成，请稍后刷新。',
                'It is compared in the background, usually within seconds; please reload then.',
              ])}
            </p>
          ) : null}
          <DuplicateMatches {...found} />
          <DuplicateConclusions {...found} />
        </>
      )}
    </QueryView>
  )
}

interface Props {
  readonly id: string
  readonly summary: DuplicateSummary
}

/** What is similar to a declaration, folded at first: its state, the matches side by side, and the conclusions of officers. */
export const DuplicateSection = ({ id, summary }: Props) => {
  const t = useLocalize()
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  return (
    <section className={css.part}>
      <div className={css.partHead}>
        <h2>
          <button
            type="button"
            className={css.fold}
            aria-expanded={isOpen}
            aria-controls={contentId}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDownIcon aria-hidden="true" />
            {t(duplicateWords)}
          </button>
        </h2>
        <State of={summary} />
      </div>
      <div id={contentId}>{isOpen ? <Details id={id} isWaiting={summary.checkedAt === null} /> : null}</div>
    </section>
  )
}
