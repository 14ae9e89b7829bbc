import { recommend, recommendInput } from '#contract/project/recommend.ts'
import { words } from '#contract/words.ts'
import { ask, type FieldError, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useFreshQuery } from '#web/base/api/use-fresh-query.ts'
import { QueryView } from '#web/base/page/page.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { recommendValues } from '#web/recommend/recommend-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import type { FormOptions } from '../dialog/form-options.ts'
import { RecordModal } from '../dialog/record-modal.tsx'

/** A form that saves an incomplete draft. */
export const draftForm: FormOptions = {
  fields: () => recommendInput,
  isDraft: true,
  note: [
    '保存为草稿，可以先填一部分；提交审核前须将未标“选填”的各项填写完整。',
    'This saves a draft, which need not be complete. Fields that are not optional are needed before it is sent for review.',
  ],
}

export const draftDialog = 'recommendDraft'

export interface Draft {
  readonly id: string
  readonly projectName: string | null
  /** Why the draft could not be sent for review. */
  readonly faults?: readonly FieldError[]
}

interface Props {
  readonly of: Draft
  readonly close: () => void
}

/** Edits a draft of the user, as it was saved last. */
export const RecommendDraft = ({ of: { id, projectName, faults }, close }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const draft = useFreshQuery(recommend.calls.detail, { id })
  const title = [t(['编辑项目推荐', 'Edit the recommendation']), projectName].filter(Boolean).join(' · ')
  if (!draft.data)
    return (
      <RecordModal title={title} close={close}>
        <QueryView from={draft}>{() => null}</QueryView>
      </RecordModal>
    )
  const send = async (values: FormValues) => {
    await ask(recommend.calls.save, { ...values, id } as never)
    toaster.success(t(words.updated))
    void invalidate(recommend.path)
  }
  return (
    <FormDialog
      title={title}
      parts={[{ label: recommend.label, fields: recommendInput }]}
      initial={recommendValues(draft.data)}
      initialFaults={faults}
      form={{ name: `recommend-draft-${id}`, opened: { dialog: draftDialog, of: { id, projectName } } }}
      mode="new"
      formOptions={draftForm}
      ok={t(words.save)}
      send={send}
      close={close}
    />
  )
}
