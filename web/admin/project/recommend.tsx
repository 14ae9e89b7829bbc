import { consoleWords } from '#contract/console-words.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { recommend } from '#contract/project/recommend.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useUser } from '#web/base/api/session.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { useDialog } from '../dialog/use-dialog.ts'
import { RowButton } from '../flow/row-button.tsx'
import { ProgressLink } from '../work/progress-link.tsx'
import { type Draft, draftDialog, draftForm, RecommendDraft } from './recommend-draft.tsx'

type Row = RowOf<typeof recommend>

const start: Text = ['提交审核', 'Send for review']
const unnamed: Text = ['未命名的草稿', 'Draft without a name']
const nameOf = ({ projectName }: Row): Text => (projectName ? [projectName, projectName] : unnamed)

/** Sends a draft for review, after a question. What it lacks is shown at its fields, in the form that `edit` opens. */
const useStart = (edit: (draft: Draft) => void) => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  return async (row: Row) => {
    const [zh, en] = nameOf(row)
    const content = t([
      `“${zh}”提交后由审核人员办理，审核期间不能修改。`,
      `“${en}” is reviewed next and cannot be changed meanwhile.`,
    ])
    if (!(await confirm({ title: start, content }))) return
    try {
      await ask(recommend.calls.start, { id: row.id })
      toaster.success(t(['已提交审核', 'Sent for review']))
    } catch (error) {
      const { faults, message } = failureOf(error)
      if (faults.length) edit({ id: row.id, projectName: row.projectName, faults })
      else toaster.error(message)
    }
    // also after a refusal: another window has sent it
    await invalidate(recommend.path)
  }
}

/** Removes a draft, after a question. */
const useRemove = () => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  return async (row: Row) => {
    const title: Text = ['确定删除该草稿?', 'Delete this draft?']
    const content = t(nameOf(row))
    if (!(await confirm({ title, content, ok: words.remove, danger: true }))) return
    try {
      await ask(recommend.calls.removeDraft, { id: row.id })
      toaster.success(t(words.removed))
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
    await invalidate(recommend.path)
  }
}

/** Recommendations; their recommenders edit and send their drafts here. */
export const Recommendations = () => {
  const may = useMay()
  const user = useUser()
  const t = useLocalize()
  const editing = useDialog<Draft>(draftDialog)
  const send = useStart(editing.open)
  const remove = useRemove()
  const isEditable = ({ recommendState, createUser }: Row) =>
    recommendState === 'draft' && createUser === user?.user_id && may('recommend_add')
  return (
    <>
      <RecordList
        of={recommend}
        source={usePageSource(recommend)}
        without={['start']}
        form={draftForm}
        rowMore={(row) => (
          <>
            {isEditable(row) ? (
              <>
                <RowButton
                  label={consoleWords.edit}
                  name={t(nameOf(row))}
                  onClick={() => editing.open({ id: row.id, projectName: row.projectName })}
                />
                <RowButton label={start} name={t(nameOf(row))} onClick={() => void send(row)} />
                <RowButton label={words.remove} name={t(nameOf(row))} onClick={() => void remove(row)} />
              </>
            ) : null}
            <ProgressLink route="recommend" of={row} name={row.projectName} />
          </>
        )}
      />
      {editing.of ? <RecommendDraft of={editing.of} close={editing.close} /> : null}
    </>
  )
}
