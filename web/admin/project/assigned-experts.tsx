import type { Text } from '#contract/kit/text.ts'
import type { AssignedExpert, Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import css from './review.module.css'
import { type OpenReview, withInputs } from './review-draft.ts'

const states: Record<AssignedExpert['state'], readonly [Tone, Text]> = {
  waiting: ['busy', ['未评分', 'No score yet']],
  scored: ['good', ['已评分', 'Scored']],
  recused: ['bad', ['已回避', 'Recused']],
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
  const replace = () =>
    review.change({
      move: 'assign',
      ...withInputs(review.draft, 'assign', { experts: activeExperts.map(({ id }) => id).join(',') }),
    })
  return (
    <section>
      <h2>{t(['评审专家', 'Experts'])}</h2>
      <ul className={css.assigned}>
        {assigned.map(({ id, realName, state, score }) => (
          <li key={id}>
            <span>{realName}</span>
            <Tag tone={states[state][0]}>{t(states[state][1])}</Tag>
            {score === null ? null : <span>{t([`${score} 分`, `${score} points`])}</span>}
          </li>
        ))}
      </ul>
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
