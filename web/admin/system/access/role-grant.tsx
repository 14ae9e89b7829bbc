import { useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { TreeNode } from '#contract/kit/call.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { type GrantKeys, type GrantTrees, menu } from '#contract/system/menu.ts'
import { type GrantEffect, permissionLens } from '#contract/system/permission-lens.ts'
import { role } from '#contract/system/role.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useFreshQuery } from '#web/base/api/use-fresh-query.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { RestoredNotice } from '../../dialog/restored-notice.tsx'
import { Sheet, useAttempts } from '../../dialog/sheet.tsx'
import { useConfirmLeave } from '../../dialog/use-confirm-leave.ts'
import { grantDialog } from '../dialog-names.ts'
import { Effect } from './grant-effect.tsx'
import { GrantTree } from './grant-tree.tsx'
import { useCheckedIds } from './use-checked-ids.ts'

export type Granted = Pick<RowOf<typeof role>, 'id' | 'roleName'>

interface Props {
  readonly of: Granted
  readonly close: () => void
}

/** Grants of a role: its menus and buttons, and the rows it may see. */
export const RoleGrant = ({ of, close }: Props) => {
  const t = useLocalize()
  const trees = useFreshQuery(menu.calls.grantTree, {})
  const keys = useFreshQuery(menu.calls.roleTreeKeys, { roleIds: of.id })
  const title = t([`权限设置 · ${of.roleName}`, `Grant · ${of.roleName}`])
  const grantData = {
    data: trees.data && keys.data ? { trees: trees.data, keys: keys.data } : undefined,
    error: trees.error ?? keys.error,
    refetch: () => Promise.all([trees.refetch(), keys.refetch()]),
  }
  if (grantData.data) return <Grants {...grantData.data} of={of} close={close} title={title} />
  return (
    <RecordModal title={title} close={close}>
      <QueryView from={grantData}>{() => null}</QueryView>
    </RecordModal>
  )
}

interface GrantsProps extends Props {
  readonly title: string
  readonly trees: GrantTrees
  readonly keys: GrantKeys
}

type TreeName = keyof GrantKeys

const treeTabs: readonly (readonly [name: TreeName, label: Text])[] = [
  ['menu', ['菜单与按钮', 'Menus and buttons']],
  ['dataScope', consoleWords.dataScopes],
  ['apiScope', consoleWords.apiScopes],
]

const leavesIn = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ id, children }) => (children ? leavesIn(children) : [id]))

/** The granted ids of a tree; in the trees of scopes menus are only headings, and the leaves are the scopes. */
const grantedIds = (tree: TreeName, nodes: readonly TreeNode[], checkedIds: ReadonlySet<string>): string[] =>
  tree === 'menu' ? [...checkedIds] : leavesIn(nodes).filter((id) => checkedIds.has(id))

interface TreesProps {
  readonly label: string
  readonly trees: GrantTrees
  readonly checkedIn: (tree: TreeName) => ReadonlySet<string>
  readonly change: (tree: TreeName, checkedIds: ReadonlySet<string>) => void
}

/** The trees of menus and scopes, one at a time, with the number of grants in each. */
const Trees = ({ label, trees, checkedIn, change }: TreesProps) => {
  const t = useLocalize()
  const [visible, setVisible] = useState<TreeName>('menu')
  const countIn = (tree: TreeName) => grantedIds(tree, trees[tree], checkedIn(tree)).length
  return (
    <Tabs
      label={label}
      tabs={treeTabs.map(([name, words]) => ({ name, label: `${t(words)} (${countIn(name)})` }))}
      shown={visible}
      onShow={setVisible}
    >
      <GrantTree
        key={visible}
        nodes={trees[visible]}
        checkedIds={checkedIn(visible)}
        change={(checkedIds) => change(visible, checkedIds)}
        searchWords={t(['搜索权限', 'Find a permission'])}
      />
    </Tabs>
  )
}

const Grants = ({ of, close, title, trees, keys }: GrantsProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const form = { name: `grant-${of.id}`, opened: { dialog: grantDialog, of: { id: of.id, roleName: of.roleName } } }
  const { ticksIn, tick, isChanged, isRestored } = useCheckedIds(form, keys)
  const leave = useConfirmLeave(isChanged, close)
  const [effect, setEffect] = useState<GrantEffect | null>(null)
  const attempts = useAttempts()
  const { attempt } = attempts
  const idsOf = (tree: TreeName) => grantedIds(tree, trees[tree], ticksIn(tree)).join(',')
  const grantInput = {
    roleIds: of.id,
    menuIds: idsOf('menu'),
    dataScopeIds: idsOf('dataScope'),
    apiScopeIds: idsOf('apiScope'),
  }
  const preview = () => attempt(async () => setEffect(await ask(permissionLens.roleGrant, grantInput)))
  const save = () =>
    attempt(async () => {
      await ask(role.calls.grant, grantInput)
      toaster.success(t(consoleWords.done))
      void invalidate(role.path, menu.path)
      close()
    })
  const change = (tree: TreeName, checkedIds: ReadonlySet<string>) => {
    setEffect(null)
    tick(tree, checkedIds)
  }
  return (
    <Sheet
      title={title}
      save={save}
      close={() => void leave()}
      of={attempts}
      more={
        <Button busy={attempts.busy} onClick={() => void preview()}>
          {t(['预览影响', 'Preview'])}
        </Button>
      }
    >
      {isRestored ? <RestoredNotice /> : null}
      <Trees label={title} trees={trees} checkedIn={ticksIn} change={change} />
      {effect ? <Effect {...effect} /> : null}
    </Sheet>
  )
}
