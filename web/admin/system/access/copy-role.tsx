import { consoleWords } from '#contract/console-words.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { role } from '#contract/system/role.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../../dialog/form-dialog.tsx'
import { copyRoleDialog } from '../dialog-names.ts'

interface Props {
  readonly title: Text
  /** What a copy could not contain, with {0} for how much. */
  readonly omitted: Text
  readonly close: () => void
}

/** The form of a new role that begins with the grants of another one. */
export const CopyRole = ({ title, omitted: omittedMessage, close }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  return (
    <FormDialog
      title={t(title)}
      parts={[{ label: title, fields: role.calls.copy.input }]}
      initial={{}}
      form={{ name: 'copy-role', opened: { dialog: copyRoleDialog, of: true } }}
      mode="new"
      note={t([
        '新角色具有所选角色的菜单、数据和接口权限，之后可在“权限设置”中调整。',
        'The new role has the menus, data scopes and API scopes of the selected one. You can change them later.',
      ])}
      ok={t(words.save)}
      send={async (value) => {
        const { omitted } = await ask(role.calls.copy, value as never)
        toaster.success(t(consoleWords.added))
        if (omitted) toaster.warning(t(fill(omittedMessage, omitted)))
        void invalidate(role.path)
      }}
      close={close}
    />
  )
}
