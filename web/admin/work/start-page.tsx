import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { workSend } from '#contract/work/work-send.ts'
import { invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useDocumentTitle, usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RestoredNotice } from '../dialog/restored-notice.tsx'
import { usePageForm } from '../dialog/use-page-form.ts'
import { diagramWords } from '../flow/diagram/diagram-of.ts'
import { useDiagramDialog } from '../flow/diagram/use-diagram-dialog.tsx'
import { useTabName } from '../shell/page-tab.ts'
import { type FieldAnswers, noAnswers, withAnswers } from './field-answers.ts'
import css from './process.module.css'

type PageForm = Parameters<typeof usePageForm>[0]

interface Props {
  /** Under which unsent input is kept. */
  readonly name: string
  readonly label: Text
  /** The title of the page, where its address serves several kinds of matters. */
  readonly title?: Text
  /** What to know before it is filled in. */
  readonly note?: string | null
  readonly fields: Fields
  readonly controls?: PageForm['controls']
  readonly start: (values: object, processDefinitionId: string) => Promise<unknown>
  /** The button, and the message after it has worked. */
  readonly words: { readonly send: Text; readonly sent: Text }
  /** Addresses whose answers change. */
  readonly reads: readonly string[]
  readonly useAnswers?: FieldAnswers
  /** Where drafts are kept: saves the values, which may be incomplete, and the page that lists them. */
  readonly draft?: { readonly save: (values: object) => Promise<unknown>; readonly listedAt: string }
}

type FormProps = Props & { readonly definitionId: string; readonly next: () => void }

/** The form of one matter; after it was sent, another takes its place. */
const StartForm = ({
  name,
  fields,
  controls,
  start,
  words,
  reads,
  useAnswers = noAnswers,
  draft,
  definitionId,
  next,
}: FormProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const navigate = useNavigate()
  const initial = useMemo(() => Object.fromEntries(Object.keys(fields).map((field) => [field, null])), [fields])
  const { form, state, submit, finish, isRestored } = usePageForm({
    name,
    initial,
    fieldsFor: () => fields,
    ...(controls ? { controls } : {}),
  })
  const leave = (done: Text, to: string) => {
    toaster.success(t(done))
    void invalidate(workSend.calls.list.path, ...reads)
    next()
    navigate(to)
  }
  const send = async () => {
    if (await submit((values) => start(values, definitionId))) leave(words.sent, screenPathOf(workSend))
  }
  const saveDraft = async ({ save, listedAt }: NonNullable<Props['draft']>) => {
    if (await finish(() => save(form.values))) leave(['草稿已保存', 'The draft was saved'], listedAt)
  }
  return (
    <FormFrame className={css.form} refusal={form.refusal} onSubmit={send}>
      <FaultSummary faults={form.faults} />
      {isRestored ? <RestoredNotice /> : null}
      <FormContext value={withAnswers(state, useAnswers(form.values))}>
        <FieldGrid fields={fields} values={form.values} />
      </FormContext>
      <div className="row wrap gap-8">
        <Button kind="main" type="submit" busy={form.busy}>
          {t(words.send)}
        </Button>
        {draft ? (
          <Button busy={form.busy} onClick={() => void saveDraft(draft)}>
            {t(['保存草稿', 'Save as a draft'])}
          </Button>
        ) : null}
      </div>
    </FormFrame>
  )
}

/** Starts a process by its form, with the diagram of its definition. */
export const StartPage = (props: Props) => {
  const t = useLocalize()
  const { processDefinitionId = '' } = useParams()
  const diagram = useDiagramDialog()
  const pageTitle = usePageTitle()
  const title = props.title ?? pageTitle
  useDocumentTitle(title)
  useTabName(props.title ? t(props.title) : null)
  const [round, setRound] = useState(0)
  return (
    <>
      <PageHead title={title}>
        <Button onClick={() => diagram.show({ of: { processDefinitionId }, name: t(props.label) })}>
          {t(diagramWords)}
        </Button>
      </PageHead>
      {props.note ? (
        <div className="below-16">
          <Notice>
            <p className={css.words}>{props.note}</p>
          </Notice>
        </div>
      ) : null}
      <StartForm
        {...props}
        key={`${processDefinitionId} ${round}`}
        definitionId={processDefinitionId}
        next={() => setRound(round + 1)}
      />
      {diagram.dialog}
    </>
  )
}
