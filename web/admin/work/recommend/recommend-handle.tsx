import { type RecommendDetail, recommend, recommendInput } from '#contract/project/recommend.ts'
import { ask } from '#web/base/api/caller.ts'
import { recommendValues } from '#web/recommend/recommend-values.ts'
import { type Correction, type Opinion, TaskDecision } from '../task-decision.tsx'
import { RecommendPage } from './recommend-page.tsx'

const opinion: Opinion = {
  label: ['审核意见', 'Opinion'],
  missing: ['请输入审核意见', 'Please fill in your opinion'],
}

/** The recommender corrects a returned recommendation, or withdraws it. */
const correctionOf = (matter: RecommendDetail): Correction => ({
  fields: recommendInput,
  initial: recommendValues(matter),
  save: (values) => ask(recommend.calls.save, { ...values, id: matter.id } as never),
  withdraw: ['撤销推荐', 'Withdraw the recommendation'],
  withdrawQuestion: ['确定撤销该项目推荐?', 'Withdraw this recommendation?'],
})

/** Handles a task of a recommendation. */
export const RecommendHandlePage = () => (
  <RecommendPage>
    {({ matter, view }) => (
      <TaskDecision
        createUser={matter.createUser}
        view={view}
        correction={matter.recommendState === 'returned' ? correctionOf(matter) : undefined}
        opinion={{ ...opinion, values: { project: matter.projectName } }}
        reads={[recommend.path]}
      />
    )}
  </RecommendPage>
)
