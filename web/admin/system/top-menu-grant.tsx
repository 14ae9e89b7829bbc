import { App } from 'antd'
import { useState } from 'react'
import type { TreeNode } from '#contract/kit/call.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { menu } from '#contract/system/menu.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, forget } from '#web/base/caller.ts'
import { Answered } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { useFresh } from '#web/base/use-fresh.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Over } from '../crud/over.tsx'
import { GrantTree } from './grant-tree.tsx'
import css from './role-grant.module.css'

interface Props {
  readonly of: RowOf<typeof topMenu>
  readonly close: () => void
}

/** The menus an entry of the top bar shows (wire-and-fields.md 2.2). */
export const TopMenuGrant = ({ of, close }: Props) => {
  const t = useSay()
  const tree = useFresh(menu.calls.grantTopTree, {})
  const keys = useFresh(menu.calls.topTreeKeys, { topMenuIds: of.id })
  const title = t([`菜单配置 · ${of.name}`, `Set menus · ${of.name}`])
  if (tree.data && keys.data)
    return <Sheet {...{ of, close, title }} nodes={tree.data.menu} held={new Set(keys.data.menu)} />
  const from = { data: undefined, error: tree.error ?? keys.error }
  return (
    <Over title={title} close={close}>
      <Answered from={{ ...from, refetch: () => Promise.all([tree.refetch(), keys.refetch()]) }}>{() => null}</Answered>
    </Over>
  )
}

interface SheetProps extends Props {
  readonly title: string
  readonly nodes: readonly TreeNode[]
  readonly held: ReadonlySet<string>
}

const Sheet = ({ of, close, title, nodes, held }: SheetProps) => {
  const t = useSay()
  const { message } = App.useApp()
  const [chosen, setChosen] = useState(held)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      await ask(topMenu.calls.grant, { topMenuIds: of.id, menuIds: [...chosen].join(',') })
      message.success(t(words.done))
      void forget(topMenu.path, menu.path)
      close()
    } catch (error) {
      setRefusal(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
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
      <GrantTree nodes={nodes} held={chosen} change={setChosen} searchWords={t(['搜索菜单', 'Find a menu'])} />
    </Over>
  )
}
