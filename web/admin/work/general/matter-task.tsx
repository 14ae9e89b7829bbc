import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { generalMatter, type MatterDetail, matterPaperFile } from '#contract/desk/general-matter.ts'
import { type Fields, text } from '#contract/kit/field.ts'
import { ask, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { DownloadButton } from '#web/base/page/download-button.tsx'
import { Answers } from '#web/form/answers.tsx'
import { type Loaded, ProcessPage } from '../process-page.tsx'
import { requestStateOf } from '../request-state.ts'
import { approvalOpinion, type Correction, TaskDecision } from '../task-decision.tsx'
import { controlsOfMatter, NamedPeople } from './matter-pickers.tsx'
import { inputsOf, peopleIn, readableContent, sentValues } from './matter-values.ts'

const { title, applyTime, matterState } = generalMatter.fields
const { show, paper } = generalMatter.calls
const head: Fields = {
  applicant: text('申请人', 'Applicant'),
  applyTime,
  taskUserName: text('审批人', 'Approver'),
  title,
}

/** A matter as it was filled in, and below what it was before each correction. */
const Matter = ({ of, applicant }: { of: MatterDetail; applicant: string | null }) => {
  const t = useLocalize()
  const { fields, values } = readableContent(of.fields, of.content)
  const { taskUserName: approver, ...others } = head
  const own = of.taskUserName ? { ...others, taskUserName: approver as NonNullable<typeof approver> } : others
  return (
    <>
      <Answers fields={{ ...own, ...fields }} values={{ ...of, ...values, applicant }} />
      {of.earlier.map((one) => {
        const before = readableContent(of.fields, one.content)
        return (
          <details key={one.replacedTime}>
            <summary>
              {t([`修改前的内容（${one.replacedTime}）`, `Before the correction of ${one.replacedTime}`])}
            </summary>
            <Answers fields={{ title, ...before.fields }} values={{ title: one.title, ...before.values }} />
          </details>
        )
      })}
    </>
  )
}

/** A general matter, read again whenever the page opens; `children` renders what can be done with it. */
const MatterPage = ({ children }: { children?: (loaded: Loaded<MatterDetail>) => ReactNode }) => {
  const t = useLocalize()
  const { businessId = '' } = useParams()
  const from = useAnswer(show, { businessId }, { staleTime: 0 })
  return (
    <ProcessPage
      label={from.data?.formName ?? generalMatter.label}
      from={from}
      stateOf={(matter) => requestStateOf(matterState, matter.matterState)}
      subjectOf={(matter) => matter.title}
      tools={(matter) => (
        <DownloadButton url={`${paper.path}?businessId=${matter.id}`} name={t(matterPaperFile(matter.title))}>
          {t(['打印', 'Print'])}
        </DownloadButton>
      )}
      show={({ matter, view }) => <Matter of={matter} applicant={view.flow?.[0]?.assigneeName ?? null} />}
    >
      {children}
    </ProcessPage>
  )
}

/** Whoever started a returned matter corrects it and sends it again, or withdraws it. */
const correctionOf = (matter: MatterDetail): Correction => ({
  fields: inputsOf(matter.fields, []),
  initial: { title: matter.title, ...matter.content },
  save: (values) => ask(generalMatter.calls.correct, { ...sentValues(values), id: matter.id }),
  withdraw: ['撤销申请', 'Withdraw the request'],
  withdrawQuestion: ['确定撤销该事项?', 'Withdraw this matter?'],
  controls: controlsOfMatter(matter),
})

/** A general matter, to read. */
export const MatterDetailPage = () => <MatterPage />

/** Handles a task of a general matter. */
export const MatterHandlePage = () => (
  <MatterPage>
    {({ matter, view }) => (
      <NamedPeople value={peopleIn(matter.fields, matter.content)}>
        <TaskDecision
          createUser={matter.createUser}
          view={view}
          // a task after the approval is no correction
          correction={matter.matterState === 'returned' ? correctionOf(matter) : undefined}
          opinion={approvalOpinion}
          reads={[generalMatter.path]}
        />
      </NamedPeople>
    )}
  </MatterPage>
)
