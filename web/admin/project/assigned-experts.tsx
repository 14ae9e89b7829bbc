import { fill, type Text } from '#contract/kit/text.ts'
import { outlierDistance, scoreText, summaryOf } from '#contract/project/score-sheet.ts'
import type { AssignedExpert, Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import css from './review.module.css'
import { type OpenReview, withInputs } from './review-draft.ts'
import { ScoreTable } from './score-table.tsx'
import { ScoringClosure } from './scoring-closure.tsx'

const states: Record<AssignedExpert['state'], readonly [Tone, Text]> = {
  waiting: ['busy', ['未评分', 'No score yet']],
  scored: ['good', ['已评分', 'Scored']],
  recused: ['bad', ['已回避', 'Recused']],
}

/** What the scores say together; an outlier is marked, and counts like the others. */
const Summary = ({ scores }: { scores: readonly number[] }) => {
  const t = useLocalize()
  const summary = summaryOf(scores)
  if (!summary || scores.length < 2) return null
  const [mean, spread] = [scoreText(summary.mean), scoreText(summary.spread)]
  return (
    <>
      <p className="above-8 bold">
        {t([`平均 ${mean} 分，最高与最低相差 ${spread} 分`, `Mean ${mean}, highest less lowest ${spread}`])}
      </p>
      {scores.some(summary.isOutlier) ? (
        <p className="muted small">
          {t(
            fill(
              [
                '“偏离”：与各专家评分的中位数相差超过{0}分，仍计入平均分。',
                '“Outlier”: more than {0} points from the median of all scores; it counts for the mean all the same.',
              ],
              outlierDistance,
            ),
          )}
        </p>
      ) : null}
    </>
  )
}

interface Props {
  readonly status: Status
  readonly assigned: readonly AssignedExpert[]
  readonly review: OpenReview
}

/** The assigned experts and their progress, for users who decide; a recused expert has to be replaced. */
export const AssignedExperts = ({ status, assigned, review }: Props) => {
  const t = useLocalize()
  const activeExperts = assigned.filter(({ state }) => state !== 'recused')
  const scored = assigned.filter(({ score }) => score !== null)
  const scores = scored.map(({ score }) => score ?? 0)
  const summary = summaryOf(scores)
  const replace = () =>
    review.change({
      move: 'assign',
      ...withInputs(review.draft, 'assign', { experts: activeExperts.map(({ id }) => id).join(',') }),
    })
  return (
    <section>
      <h2>{t(['评审专家', 'Experts'])}</h2>
      <ul className={css.assigned}>
        {assigned.map(({ id, realName, state, score, corrections }) => (
          <li key={id}>
            <span>{realName}</span>
            <Tag tone={states[state][0]}>{t(states[state][1])}</Tag>
            {score === null ? null : <span>{t([`${scoreText(score)} 分`, `${scoreText(score)} points`])}</span>}
            {corrections ? <Tag tone="busy">{t(['已更正', 'Corrected'])}</Tag> : null}
            {score !== null && summary?.isOutlier(score) ? <Tag tone="ask">{t(['偏离', 'Outlier'])}</Tag> : null}
          </li>
        ))}
      </ul>
      <Summary scores={scores} />
      <ScoringClosure status={status} />
      <ScoreTable experts={scored.filter(({ items }) => items.length > 0)} />
      {activeExperts.length < assigned.length && status.actions.includes('assign') ? (
        <p className="row wrap gap-x-8">
          {t([
            '有专家因利益关系回避，请指派其他专家。',
            'An expert has a conflict of interest. Please assign another one.',
          ])}
          <Button kind="link" onClick={replace}>
            {t(['指派替代专家', 'Assign a replacement'])}
          </Button>
        </p>
      ) : null}
    </section>
  )
}
