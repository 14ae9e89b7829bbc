import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { recommend, recommendInput } from '#contract/project/recommend.ts'
import { workSend } from '#contract/work/work-send.ts'
import { ask, invalidate } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { usePageTitle } from '#web/base/page.tsx'
import { screenPathOf } from '#web/base/screen-paths.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { PageHead } from '../../crud/page-head.tsx'
import { RestoredNotice } from '../../crud/restored-notice.tsx'
import { usePageForm } from '../../crud/use-page-form.ts'
import css from '../process.module.css'

const initial: FormValues = Object.fromEntries(Object.keys(recommendInput).map((name) => [name, null]))

/** The form of one recommendation; after it was sent, another takes its place. */
const ProjectForm = ({ definitionId, next }: { definitionId: string; next: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const navigate = useNavigate()
  const { form, state, submit, isRestored } = usePageForm({
    name: 'recommend',
    initial,
    fieldsFor: () => recommendInput,
  })
  const send = async () => {
    const isSent = await submit((value) =>
      ask(recommend.calls.save, { ...value, processDefinitionId: definitionId } as never),
    )
    if (!isSent) return
    toaster.success(t(['项目推荐已提交', 'The recommendation was sent']))
    void invalidate(workSend.calls.list.path, recommend.path)
    next()
    navigate(screenPathOf(workSend))
  }
  return (
    <FormFrame className={css.form} refusal={form.refusal} onSubmit={send}>
      <FaultSummary faults={form.faults} />
      {isRestored ? <RestoredNotice /> : null}
      <FormContext value={state}>
        <FieldGrid fields={recommendInput} values={form.values} />
      </FormContext>
      <div>
        <Button kind="main" type="submit" busy={form.busy}>
          {t(['提交推荐', 'Send'])}
        </Button>
      </div>
    </FormFrame>
  )
}

/** Recommends a project: sends it for review. */
export const RecommendForm = () => {
  const { processDefinitionId = '' } = useParams()
  const title = usePageTitle()
  const [round, setRound] = useState(0)
  return (
    <>
      <PageHead title={title} />
      <ProjectForm
        key={`${processDefinitionId} ${round}`}
        definitionId={processDefinitionId}
        next={() => setRound(round + 1)}
      />
    </>
  )
}
