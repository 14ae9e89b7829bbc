import { Link } from 'react-router'
import { flowProcess } from '#contract/flow/flow-process.ts'
import type { Fields } from '#contract/kit/field.ts'
import { type RecommendDetail, recommend, recommendInput } from '#contract/project/recommend.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { QueryView, useDocumentTitle, usePageTitle } from '#web/base/page/page.tsx'
import { ProcessHistory } from '#web/declaration/process-history.tsx'
import { Answers } from '#web/form/answers.tsx'
import { PublicPage } from '#web/recommend/public-page.tsx'
import { RecommendState } from '#web/recommend/recommend-state.tsx'
import css from '../matter-table.module.css'
import page from '../page.module.css'
import { RecommendationForm } from './recommendation-form.tsx'

/** Stands for the id of one that was not saved yet. */
export const newRecommendation = 'new'

/** The part of the page that lists who has decided what. */
const Course = ({ processInstanceId }: { processInstanceId: string }) => {
  const t = useLocalize()
  const view = useAnswer(flowProcess.modelView, { processInstanceId }, { staleTime: 0 })
  return (
    <section className={css.section}>
      <h2>{t(['流转记录', 'History'])}</h2>
      <QueryView from={view}>
        {({ flow = [], entries = [] }) => <ProcessHistory flow={flow} entries={entries} />}
      </QueryView>
    </section>
  )
}

const Sent = ({ of }: { of: RecommendDetail }) => {
  const { applyTime, recommendTime } = recommend.fields
  const fields: Fields = { ...recommendInput, applyTime, ...(of.qrCode ? { recommendTime } : {}) }
  return (
    <>
      <Answers fields={fields} values={{ ...of }} />
      <PublicPage of={of} />
    </>
  )
}

const Content = ({ of }: { of: RecommendDetail }) => {
  const t = useLocalize()
  const isOwn = useUser()?.user_id === of.createUser
  const isWithRecommender = of.recommendState === 'draft' || of.recommendState === 'returned'
  return (
    <>
      <div className="row wrap middle between gap-12">
        <h1>{of.projectName || t(['未命名的草稿', 'Draft without a name'])}</h1>
        <RecommendState state={of.recommendState} />
      </div>
      {of.processInstanceId ? <Course processInstanceId={of.processInstanceId} /> : null}
      {isOwn && isWithRecommender ? <RecommendationForm of={of} /> : <Sent of={of} />}
    </>
  )
}

const Stored = ({ id }: { id: string }) => {
  const detail = useAnswer(recommend.calls.detail, { id }, { staleTime: 0 })
  return <QueryView from={detail}>{(of) => <Content of={of} />}</QueryView>
}

/** A recommendation for its recommender: a form while it is a draft or returned, afterwards its state and its history. */
export const Recommendation = ({ id }: { id: string }) => {
  const t = useLocalize()
  const title = usePageTitle()
  useDocumentTitle(title)
  return (
    <div className={page.narrow}>
      <p>
        <Link to="/project/recommend">{t(['返回项目推荐', 'Back to the recommendations'])}</Link>
      </p>
      {id === newRecommendation ? (
        <>
          <h1>{t(['推荐项目', 'Recommend a project'])}</h1>
          <RecommendationForm of={null} />
        </>
      ) : (
        <Stored key={id} id={id} />
      )}
    </div>
  )
}
