import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../../crud/record-list.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'
import { useDialog } from '../../dialog/use-dialog.ts'
import { MenuIcon } from '../../shell/icons.tsx'
import type { Column } from '../../table/table-columns.tsx'
import type { Setting } from '../access/top-menu-grant.tsx'
import { menusDialog } from '../dialog-names.ts'
import { MenuIconControl } from './menu-icon-control.tsx'

const TopMenuGrant = lazyComponent(async () => (await import('../access/top-menu-grant.tsx')).TopMenuGrant)

const onlyOne: Text = ['只能选择一条数据!', 'Please choose one row only']

const icon: Column<typeof topMenu> = { name: 'source', cell: (row) => <MenuIcon source={row.source} /> }
const columns = [icon]
const form = { controls: { source: MenuIconControl } }

/** Entries of the top bar and the menus each of them displays; the menus are set for one entry at a time. */
export const TopMenus = () => {
  const t = useLocalize()
  const toaster = useToaster()
  const source = usePageSource(topMenu)
  const setting = useDialog<Setting>(menusDialog)
  return (
    <>
      <RecordList
        of={topMenu}
        source={source}
        columns={columns}
        form={form}
        // makes rows selectable for the setting, even if the caller may not remove rows
        bulkMore={() => null}
        overrides={{
          grant: ([row, ...others]) => {
            if (row && others.length === 0) setting.open(row)
            else toaster.warning(t(row ? onlyOne : consoleWords.chooseOne))
          },
        }}
      />
      {setting.of ? <TopMenuGrant of={setting.of} close={setting.close} /> : null}
    </>
  )
}
