import type { ReactNode } from 'react'
import { words } from '#contract/words.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { CheckIcon, PencilIcon, Trash2Icon, UsersIcon } from '#web/ui/icons.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { allRowsWords, preferenceKeys, type SavedView } from './saved-view.ts'
import type { SavedViews } from './use-table.ts'
import css from './views-menu.module.css'

interface ItemProps {
  readonly isActive: boolean
  readonly show: () => void
  readonly children: ReactNode
}

const Item = ({ isActive, show, children }: ItemProps) => (
  <button type="button" className={css.item} aria-current={isActive || undefined} onClick={show}>
    <CheckIcon aria-hidden="true" className={css.sign} />
    {children}
  </button>
)

/** Removes a view; if the list opens with it, that setting is removed too. */
const useRemoval = ({ screen, start, active, savePreference, show }: SavedViews) => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirm = useConfirm()
  return async (view: SavedView) => {
    const sure = await confirm({
      title: [`确定删除视图“${view.label}”?`, `Delete the view “${view.label}”?`],
      content: view.roleIds
        ? t(['共享给的角色也将不再看到它。', 'The roles it is shared with will no longer see it.'])
        : null,
      danger: true,
    })
    if (!sure) return
    try {
      if (start?.id === view.id) await savePreference(preferenceKeys.start(screen), null)
      await savePreference(preferenceKeys.view(screen, view.id), null)
      if (active?.id === view.id) show(null)
      toaster.success(t(words.removed))
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
}

interface RowProps {
  readonly view: SavedView
  readonly views: SavedViews
  readonly close: () => void
  readonly edit: (view: SavedView) => void
}

const ViewRow = ({ view, views, close, edit }: RowProps) => {
  const t = useLocalize()
  const remove = useRemoval(views)
  const isStart = views.start?.id === view.id
  return (
    <li className={css.row}>
      <Item
        isActive={views.active?.id === view.id}
        show={() => {
          views.show(view)
          close()
        }}
      >
        <span className={css.label}>{view.label}</span>
        {isStart ? <span className={css.mark}>{t(['默认', 'Default'])}</span> : null}
        {view.owner || view.roleIds ? (
          <span className={css.mark} title={view.roles ?? undefined}>
            <UsersIcon aria-hidden="true" /> {view.owner ?? t(['已共享', 'Shared'])}
          </span>
        ) : null}
      </Item>
      {view.owner === null ? (
        <>
          <button
            type="button"
            aria-label={t([`编辑视图 ${view.label}`, `Edit ${view.label}`])}
            onClick={() => edit(view)}
          >
            <PencilIcon aria-hidden="true" />
          </button>
          <button
            type="button"
            aria-label={t([`删除视图 ${view.label}`, `Delete ${view.label}`])}
            onClick={() => void remove(view)}
          >
            <Trash2Icon aria-hidden="true" />
          </button>
        </>
      ) : null}
    </li>
  )
}

interface Props {
  readonly views: SavedViews
  readonly close: () => void
  /** Opens the form of a view; null saves the current list as a new one. */
  readonly edit: (view: SavedView | null) => void
}

/** The views to choose from, and what can be done with them. */
export const ViewsPanel = ({ views, close, edit }: Props) => {
  const t = useLocalize()
  const { all, active, isChanged, saveChanges } = views
  return (
    <div className={css.menu}>
      <ul>
        <li className={css.row}>
          <Item
            isActive={!active}
            show={() => {
              views.show(null)
              close()
            }}
          >
            {t(allRowsWords)}
          </Item>
        </li>
        {all.map((view) => (
          <ViewRow key={view.id} view={view} views={views} close={close} edit={edit} />
        ))}
      </ul>
      <div className={css.foot}>
        {active?.owner === null && isChanged ? (
          <button type="button" onClick={() => void saveChanges().then(close)}>
            {t(['保存更改', 'Save changes'])}
          </button>
        ) : null}
        <button type="button" onClick={() => edit(null)}>
          {t(['保存为新视图…', 'Save as new view…'])}
        </button>
      </div>
    </div>
  )
}
