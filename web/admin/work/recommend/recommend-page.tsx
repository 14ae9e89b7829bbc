import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Fields } from '#contract/kit/field.ts'
import { type RecommendDetail, recommend, recommendInput } from '#contract/project/recommend.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { Answers } from '#web/form/answers.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import css from '../process.module.css'
import { type Loaded, ProcessPage } from '../process-page.tsx'
import { PublicPage } from './public-page.tsx'

const { recommendTime, applyTime, recommendState } = recommend.fields
const tones: Readonly<Record<string, Tone>> = { draft: 'calm', running: 'busy', recommended: 'good', ended: 'bad' }

const Recommendation = ({ of }: { of: RecommendDetail }) => {
  const t = useLocalize()
  const { flow, recommendState: state } = of
  const label = recommendState.choices.find(([one]) => one === state)?.[1]
  const fields: Fields = { ...recommendInput, applyTime, ...(of.qrCode ? { recommendTime } : {}) }
  return (
    <>
      <p className={css.state}>
        {label ? <Tag tone={tones[state ?? ''] ?? 'calm'}>{t(label)}</Tag> : null}
        {flow.taskName ? (
          <span>
            {t([
              `当前环节：${flow.taskName}（${flow.assigneeName ?? '待签收'}）`,
              `Current step: ${flow.taskName} (${flow.assigneeName ?? 'to be claimed'})`,
            ])}
          </span>
        ) : null}
      </p>
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
      show={({ matter }) => <Recommendation of={matter} />}
    >
      {children}
    </ProcessPage>
  )
}
