import { recommend, recommendInput } from '#contract/project/recommend.ts'
import { ask } from '#web/base/api/caller.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { StartPage } from '../start-page.tsx'

const words = {
  send: ['提交推荐', 'Send'],
  sent: ['项目推荐已提交', 'The recommendation was sent'],
} as const

/** Recommends a project: sends it for review, or keeps it as a draft. */
export const RecommendForm = () => (
  <StartPage
    name="recommend"
    label={recommend.label}
    fields={recommendInput}
    start={(values, processDefinitionId) => ask(recommend.calls.save, { ...values, processDefinitionId })}
    words={words}
    draft={{ save: (values) => ask(recommend.calls.save, values), listedAt: screenPathOf(recommend) }}
    reads={[recommend.path]}
  />
)
