import { App } from 'antd'
import { useState } from 'react'
import type { TreeNode } from '#contract/kit/call.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { type GrantKeys, type GrantTrees, menu } from '#contract/system/menu.ts'
import { type GrantEffect, permissionLens } from '#contract/system/permission-lens.ts'
import { role } from '#contract/system/role.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, forget } from '#web/base/caller.ts'
import { Answered } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { useFresh } from '#web/base/use-fresh.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Over } from '../crud/over.tsx'
import { Effect } from './grant-effect.tsx'
import { GrantTree } from './grant-tree.tsx'
import css from './role-grant.module.css'

type Role = RowOf<typeof role>
interface Props {
  readonly of: Role
  readonly close: () => void
}

/** What a role may see and do, and which rows it reaches. */
export const RoleGrant = ({ of, close }: Props) => {
  const t = useSay()
  const trees = useFresh(menu.calls.grantTree, {})
  const keys = useFresh(menu.calls.roleTreeKeys, { roleIds: of.id })
  const title = t([`权限设置 · ${of.roleName}`, `Grant · ${of.roleName}`])
  const both = {
    data: trees.data && keys.data ? { trees: trees.data, keys: keys.data } : undefined,
    error: trees.error ?? keys.error,
    refetch: () => Promise.all([trees.refetch(), keys.refetch()]),
  }
  if (both.data) return <Sheet {...both.data} {...{ of, close, title }} />
  return (
    <Over title={title} close={close}>
      <Answered from={both}>{() => null}</Answered>
    </Over>
  )
}

interface SheetProps extends Props {
  readonly title: string
  readonly trees: GrantTrees
  readonly keys: GrantKeys
}

/** Menus stand as headings in the trees of scopes: they are no scopes. */
const leavesIn = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ id, children }) => (children ? leavesIn(children) : [id]))

const Sheet = ({ of, close, title, trees, keys }: SheetProps) => {
  const t = useSay()
  const { message } = App.useApp()
  const [menus, setMenus] = useState<ReadonlySet<string>>(new Set(keys.menu))
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(keys.dataScope))
  const [addresses, setAddresses] = useState<ReadonlySet<string>>(new Set(keys.apiScope))
  const [effect, setEffect] = useState<GrantEffect | null>(null)
  const [tab, setTab] = useState('menu')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const scopesIn = (held: ReadonlySet<string>, nodes: readonly TreeNode[]) =>
    leavesIn(nodes).filter((id) => held.has(id))
  const asked = {
    ...{ roleIds: of.id, menuIds: [...menus].join(',') },
    dataScopeIds: scopesIn(scopes, trees.dataScope).join(','),
    apiScopeIds: scopesIn(addresses, trees.apiScope).join(','),
  }
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await act()
    } catch (error) {
      setRefusal(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  const preview = () => attempt(async () => setEffect(await ask(permissionLens.roleGrant, asked)))
  const save = () =>
    attempt(async () => {
      await ask(role.calls.grant, asked)
      message.success(t(words.done))
      void forget(role.path, menu.path)
      close()
    })
  const changing = (set: (held: ReadonlySet<string>) => void) => (held: ReadonlySet<string>) => {
    setEffect(null)
    set(held)
  }
  const first = {
    ...{ key: 'menu', label: t(['菜单与按钮', 'Menus and buttons']), count: menus.size },
    ...{ nodes: trees.menu, held: menus, change: changing(setMenus) },
  }
  const tabs = [
    first,
    {
      ...{ key: 'scope', label: t(['数据权限', 'Data scopes']), count: scopesIn(scopes, trees.dataScope).length },
      ...{ nodes: trees.dataScope, held: scopes, change: changing(setScopes) },
    },
    {
      ...{ key: 'api', label: t(['接口权限', 'API scopes']), count: scopesIn(addresses, trees.apiScope).length },
      ...{ nodes: trees.apiScope, held: addresses, change: changing(setAddresses) },
    },
  ]
  const shown = tabs.find(({ key }) => key === tab) ?? first
  return (
    <Over
      title={title}
      close={close}
      footer={
        <div className={css.foot}>
          <Button onClick={close}>{t(words.cancel)}</Button>
          <Button busy={busy} onClick={() => void preview()}>
            {t(['预览影响', 'Preview'])}
          </Button>
          <Button kind="main" busy={busy} onClick={() => void save()}>
            {t(words.save)}
          </Button>
        </div>
      }
    >
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      <Tabs
        label={title}
        tabs={tabs.map(({ key, label, count }) => ({ name: key, label: `${label} (${count})` }))}
        shown={shown.key}
        onShow={setTab}
      >
        <GrantTree
          key={shown.key}
          nodes={shown.nodes}
          held={shown.held}
          change={shown.change}
          searchWords={t(['搜索权限', 'Find a permission'])}
        />
      </Tabs>
      {effect ? <Effect {...effect} /> : null}
    </Over>
  )
}
