import { consoleWords } from '#contract/console-words.ts'
import type { TreeNode } from '#contract/kit/call.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { menu } from '#contract/system/menu.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useFreshQuery } from '#web/base/api/use-fresh-query.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { RestoredNotice } from '../../dialog/restored-notice.tsx'
import { Sheet, useAttempts } from '../../dialog/sheet.tsx'
import { useConfirmLeave } from '../../dialog/use-confirm-leave.ts'
import { menusDialog } from '../dialog-names.ts'
import { GrantTree } from './grant-tree.tsx'
import { useCheckedIds } from './use-checked-ids.ts'

export type Setting = Pick<RowOf<typeof topMenu>, 'id' | 'name'>

interface Props {
  readonly of: Setting
  readonly close: () => void
}

/** The menus that an entry of the top bar displays. */
export const TopMenuGrant = ({ of, close }: Props) => {
  const t = useLocalize()
  const tree = useFreshQuery(menu.calls.grantTopTree, {})
  const keys = useFreshQuery(menu.calls.topTreeKeys, { topMenuIds: of.id })
  const title = t([`菜单设置 · ${of.name}`, `Set menus · ${of.name}`])
  if (tree.data && keys.data)
    return <Menus of={of} close={close} title={title} nodes={tree.data.menu} checkedIds={keys.data.menu} />
  const from = { data: undefined, error: tree.error ?? keys.error }
  return (
    <RecordModal title={title} close={close}>
      <QueryView from={{ ...from, refetch: () => Promise.all([tree.refetch(), keys.refetch()]) }}>
        {() => null}
      </QueryView>
    </RecordModal>
  )
}

interface MenusProps extends Props {
  readonly title: string
  readonly nodes: readonly TreeNode[]
  readonly checkedIds: readonly string[]
}

const Menus = ({ of, close, title, nodes, checkedIds }: MenusProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const form = { name: `menus-${of.id}`, opened: { dialog: menusDialog, of: { id: of.id, name: of.name } } }
  const { ticksIn, tick, isChanged, isRestored } = useCheckedIds(form, { menu: checkedIds })
  const leave = useConfirmLeave(isChanged, close)
  const checkedMenus = ticksIn('menu')
  const attempts = useAttempts()
  const save = () =>
    attempts.attempt(async () => {
      await ask(topMenu.calls.grant, { topMenuIds: of.id, menuIds: [...checkedMenus].join(',') })
      toaster.success(t(consoleWords.done))
      void invalidate(topMenu.path, menu.path)
      close()
    })
  return (
    <Sheet title={title} save={save} close={() => void leave()} of={attempts}>
      {isRestored ? <RestoredNotice /> : null}
      <GrantTree
        nodes={nodes}
        checkedIds={checkedMenus}
        change={(ids) => tick('menu', ids)}
        searchWords={t(['搜索菜单', 'Find a menu'])}
      />
    </Sheet>
  )
}
