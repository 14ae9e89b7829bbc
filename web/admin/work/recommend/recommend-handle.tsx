import { type RecommendDetail, recommend, recommendInput } from '#contract/project/recommend.ts'
import { ask } from '#web/base/caller.ts'
import { type Correction, TaskDecision } from '../task-decision.tsx'
import { RecommendPage } from './recommend-page.tsx'
import { recommendValues } from './recommend-values.ts'

/** The recommender corrects a returned recommendation, or cancels it. */
const correctionOf = (matter: RecommendDetail): Correction => ({
  fields: recommendInput,
  initial: recommendValues(matter),
  save: (values) => ask(recommend.calls.save, { ...values, id: matter.id } as never),
  cancel: ['取消推荐', 'Cancel the recommendation'],
})

/** Handles a task of a recommendation. */
export const RecommendHandlePage = () => (
  <RecommendPage>
    {({ matter, view }) => (
      <TaskDecision
        createUser={matter.createUser}
        view={view}
        correction={correctionOf(matter)}
        reads={[recommend.path]}
      />
    )}
  </RecommendPage>
)
