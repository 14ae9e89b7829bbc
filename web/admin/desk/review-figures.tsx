import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { stageStay } from '#contract/project/stage-stay.ts'
import { periodOf, type StayCounts, type StayGroupFigures } from '#contract/project/stay-figures.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { todayInShanghai } from '#web/ui/date/shanghai-days.ts'
import { useSeen } from '#web/ui/use-seen.ts'
import { figuresPath, figuresTitle } from '../project/stays/stay-places.ts'
import { StayTotals } from '../project/stays/stay-totals.tsx'
import css from './desk.module.css'
import { Section } from './section.tsx'

const title: Text = ['本月办理情况', 'The review this month']

const counts: StayCounts = { received: 0, finished: 0, returned: 0, late: 0, mean: null, median: null, slowest: null }
const none: StayGroupFigures = {
  key: null,
  name: '',
  ...counts,
  open: 0,
  overdue: 0,
  before: counts,
  yearBefore: counts,
}

/**
 * The figures of this month on the desk, for those who read the figures of the review (design: the officer's day, section 6). Whoever
 * sees only parts of declarations reads none, and sees nothing here.
 */
export const ReviewFigures = () => {
  const t = useLocalize()
  const [at, isSeen] = useSeen<HTMLDivElement>()
  const to = todayInShanghai()
  const days = { from: periodOf('month', to).from, to }
  const question = { unit: 'month', by: 'stage', ...days } as const
  const { data, error, refetch } = useAnswer(stageStay.calls.figures, question, { enabled: isSeen })
  if (error?.code === 403) return null
  return (
    <Section title={title} extra={<Link to={figuresPath}>{t(figuresTitle)}</Link>}>
      <div ref={at}>
        {data || error ? (
          <QueryView from={{ data, error, refetch }}>{(figures) => <StayTotals of={figures} />}</QueryView>
        ) : (
          <div className={css.waiting} aria-busy="true">
            <StayTotals of={{ at: '', days, total: none }} />
          </div>
        )}
      </div>
    </Section>
  )
}
