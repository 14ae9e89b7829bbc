import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Fields } from '#contract/kit/field.ts'
import { type RecommendDetail, recommend, recommendInput } from '#contract/project/recommend.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { Answers } from '#web/form/answers.tsx'
import { PublicPage } from '#web/recommend/public-page.tsx'
import { recommendStateOf } from '#web/recommend/recommend-state.tsx'
import { type Loaded, ProcessPage } from '../process-page.tsx'

const { recommendTime, applyTime } = recommend.fields
const stateOf = ({ recommendState }: RecommendDetail) => recommendStateOf(recommendState)

const Recommendation = ({ of }: { of: RecommendDetail }) => {
  const fields: Fields = { ...recommendInput, applyTime, ...(of.qrCode ? { recommendTime } : {}) }
  return (
    <>
      <Answers fields={fields} values={{ ...of }} />
      <PublicPage of={of} />
    </>
  )
}

/** A recommendation, read again whenever the page opens; `children` renders what can be done with it. */
export const RecommendPage = ({ children }: { children?: (loaded: Loaded<RecommendDetail>) => ReactNode }) => {
  const { businessId = '' } = useParams()
  return (
    <ProcessPage
      label={recommend.label}
      from={useAnswer(recommend.calls.detail, { id: businessId }, { staleTime: 0 })}
      stateOf={stateOf}
      subjectOf={({ projectName }) => projectName}
      show={({ matter }) => <Recommendation of={matter} />}
    >
      {children}
    </ProcessPage>
  )
}
