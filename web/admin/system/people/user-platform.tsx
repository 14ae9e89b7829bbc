import type { RowOf } from '#contract/kit/entity.ts'
import { user } from '#contract/system/user.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useFreshQuery } from '#web/base/api/use-fresh-query.ts'
import { QueryView } from '#web/base/page/page.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../../dialog/form-dialog.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { platformDialog } from '../dialog-names.ts'

/** The account that the dialog edits. */
export type Person = Pick<RowOf<typeof user>, 'id' | 'account' | 'realName'>

interface Props {
  readonly of: Person
  readonly close: () => void
}

const { userType, userExt } = user.calls.updatePlatform.input as typeof user.actions.updatePlatform.input

/** The platform a user comes from, and the data it stores about them. */
export const UserPlatform = ({ of, close }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const detail = useFreshQuery(user.calls.platformDetail, { id: of.id })
  const title = t([`平台设置 · ${of.realName}`, `Platform · ${of.realName}`])
  const send = async (value: FormValues) => {
    await ask(user.calls.updatePlatform, { ...value, userId: of.id })
    toaster.success(t(words.updated))
    void invalidate(user.path)
  }
  if (!detail.data)
    return (
      <RecordModal title={title} close={close}>
        <QueryView from={detail}>{() => null}</QueryView>
      </RecordModal>
    )
  return (
    <FormDialog
      title={title}
      parts={[{ label: user.label, fields: { userType, userExt } }]}
      initial={{ userType: detail.data.userType, userExt: detail.data.userExt }}
      form={{
        name: `platform-${of.id}`,
        opened: { dialog: platformDialog, of: { id: of.id, account: of.account, realName: of.realName } },
      }}
      mode="new"
      locked={['userType']}
      note={t([
        `登录账号 ${of.account}。扩展信息按用户平台分别保存，建议使用 JSON 格式。`,
        `Account: ${of.account}. The details are stored separately for each platform; JSON is recommended.`,
      ])}
      ok={t(words.save)}
      send={send}
      close={close}
    />
  )
}
