import type { ReactNode } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { copyText } from '#web/base/page/copy-button.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { LinkIcon, PrinterIcon, RefreshCwIcon, SettingsIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './table-tools.module.css'
import type { TableSettings } from './use-table.ts'
import { ViewsMenu } from './views-menu.tsx'

/** Loaded when it is first opened. */
const ColumnPanel = lazyComponent(async () => (await import('./column-panel.tsx')).ColumnPanel)

const Tool = ({ name, act, children }: { name: string; act: () => void; children: ReactNode }) => (
  <button type="button" className={iconButtonClass(css.tool)} aria-label={name} title={name} onClick={act}>
    {children}
  </button>
)

interface Props {
  readonly settings: TableSettings
  readonly reread: () => unknown
  /** Further tools, before those of every table. */
  readonly more?: ReactNode
}

/** Tools of a table: saved views, columns, copy its address, print, and reload. */
export const TableTools = ({ settings, reread, more }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const share = async () => {
    if (await copyText(location.href)) toaster.success(t(['链接已复制', 'Link copied']))
    else
      toaster.error(
        t([
          '浏览器不允许复制，请从地址栏复制',
          'The browser does not allow copying; copy the link from the address bar',
        ]),
      )
  }
  return (
    <div className="inline-row middle gap-2">
      {more}
      <ViewsMenu views={settings.views} />
      <Tool name={t(['刷新', 'Refresh'])} act={reread}>
        <RefreshCwIcon aria-hidden="true" />
      </Tool>
      <Tool name={t(['复制链接', 'Copy the link'])} act={() => void share()}>
        <LinkIcon aria-hidden="true" />
      </Tool>
      <Tool name={t(['打印', 'Print'])} act={() => window.print()}>
        <PrinterIcon aria-hidden="true" />
      </Tool>
      <Popover
        className={iconButtonClass(css.tool)}
        width={400}
        label={<SettingsIcon aria-hidden="true" />}
        name={t(['列设置', 'Columns'])}
      >
        <ColumnPanel settings={settings} />
      </Popover>
    </div>
  )
}
