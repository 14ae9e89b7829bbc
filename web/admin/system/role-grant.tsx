import { App, Tabs } from 'antd'
import { useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import { type GrantKeys, type GrantTrees, menu } from '#contract/system/menu.ts'
import { role } from '#contract/system/role.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, forget, useAnswer } from '#web/base/caller.ts'
import { Answered } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Over } from '../crud/over.tsx'
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
  const trees = useAnswer(menu.calls.grantTree, {}, { staleTime: 0 })
  const keys = useAnswer(
    menu.calls.roleTreeKeys,
    { roleIds: of.id },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )
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

const Sheet = ({ of, close, title, trees, keys }: SheetProps) => {
  const t = useSay()
  const { message } = App.useApp()
  const [menus, setMenus] = useState<ReadonlySet<string>>(new Set(keys.menu))
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(keys.dataScope))
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = async () => {
    setBusy(true)
    try {
      await ask(role.calls.grant, {
        ...{ roleIds: of.id, menuIds: [...menus].join(','), dataScopeIds: [...scopes].join(',') },
        apiScopeIds: keys.apiScope.join(','),
      })
      message.success(t(words.done))
      void forget(role.path, menu.path)
      close()
    } catch (error) {
      setRefusal(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  const tabs = [
    { key: 'menu', label: t(['菜单与按钮', 'Menus and buttons']), nodes: trees.menu, held: menus, change: setMenus },
    { key: 'scope', label: t(['数据权限', 'Data scopes']), nodes: trees.dataScope, held: scopes, change: setScopes },
  ]
  return (
    <Over
      title={title}
      close={close}
      footer={
        <div className={css.foot}>
          <Button onClick={close}>{t(words.cancel)}</Button>
          <Button kind="main" busy={busy} onClick={() => void save()}>
            {t(words.save)}
          </Button>
        </div>
      }
    >
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      <Tabs
        items={tabs.map(({ key, label, held, ...tree }) => ({
          key,
          label: `${label} (${held.size})`,
          children: <GrantTree {...tree} held={held} searchWords={t(['搜索权限', 'Find a permission'])} />,
        }))}
      />
    </Over>
  )
}
