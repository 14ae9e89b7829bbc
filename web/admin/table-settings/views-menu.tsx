import { useState } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { allRowsWords, type SavedView } from './saved-view.ts'
import type { SavedViews } from './use-table.ts'
import css from './views-menu.module.css'

/** Loaded when they are first opened. */
const ViewsPanel = lazyComponent(async () => (await import('./views-panel.tsx')).ViewsPanel)
const ViewForm = lazyComponent(async () => (await import('./view-form.tsx')).ViewForm)

/** The views of a list: open one, save the current list as one, and manage them. */
export const ViewsMenu = ({ views }: { views: SavedViews }) => {
  const t = useLocalize()
  const [form, setForm] = useState<{ readonly of: SavedView | null } | null>(null)
  const { active, isChanged } = views
  const viewLabel = active?.label ?? t(allRowsWords)
  const changedSuffix = isChanged ? t(['（已修改）', ' (changed)']) : ''
  return (
    <>
      <Popover
        className={css.opener ?? ''}
        width={300}
        name={t([`视图：${viewLabel}${changedSuffix}`, `View: ${viewLabel}${changedSuffix}`])}
        label={
          <>
            <span className={css.current}>{viewLabel}</span>
            {isChanged ? <span className={css.dot} data-bar /> : null}
            <ChevronDownIcon className={css.down} aria-hidden="true" />
          </>
        }
      >
        {(close) => <ViewsPanel views={views} close={close} edit={(of) => setForm({ of })} />}
      </Popover>
      {form ? <ViewForm views={views} of={form.of} close={() => setForm(null)} /> : null}
    </>
  )
}
