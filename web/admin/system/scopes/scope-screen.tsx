import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { menu } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { BinLink } from '../../crud/bin-link.tsx'
import { callsOf, noCall, titleIn } from '../../crud/calls.ts'
import { CrudScreen } from '../../crud/crud-screen.tsx'
import { ExportButton } from '../../crud/export-button.tsx'
import { LazyTreeScreen } from '../../crud/lazy-tree-screen.tsx'
import { menus } from '../../crud/tree/known-trees.ts'
import { useDialog } from '../../crud/use-dialog.ts'
import { Views } from '../../crud/views.tsx'
import { MenuName } from '../menu-name.tsx'
import type { ScopeKind } from './scope-kind.ts'
import { type ScopedMenu, ScopeSheet, sheetOf } from './scope-sheet.tsx'

type Menu = RowOf<typeof menu>

const set: Text = ['权限设置', 'Set scopes']
const nothing = ['add', 'edit', 'remove', 'view'] as const

/** Switches between the view by menu and the full list. */
const ScopeViews = ({ isFullList, total }: { isFullList: boolean; total: number | undefined }) => {
  const t = useLocalize()
  const [, go] = useSearchParams()
  const byMenu = { key: 'menu', label: t(['按菜单', 'By menu']), isActive: !isFullList, show: () => go({}) }
  const all = { key: 'all', label: t(['全部权限', 'All scopes']), isActive: isFullList, show: () => go({ all: '1' }) }
  return <Views views={[byMenu, { ...all, count: total }]} />
}

const useColumns = ({ counts }: ScopeKind) => {
  const { data } = useAnswer(counts, {})
  return useMemo(
    () => [
      { name: 'name', cell: (row: Menu) => <MenuName of={row} /> },
      ...['code', 'path'],
      {
        name: 'scopes',
        label: ['权限数', 'Scopes'] as const,
        end: true,
        cell: ({ id }: Menu) => data?.find(({ menuId }) => menuId === id)?.count ?? null,
      },
    ],
    [data],
  )
}

/** The tree of menus; each menu opens its scopes. */
const ByMenu = ({ kind, total }: { kind: ScopeKind; total: number | undefined }) => {
  const { of } = kind
  const t = useLocalize()
  const may = useMay()
  const sheet = useDialog<ScopedMenu>(sheetOf(of))
  const columns = useColumns(kind)
  return (
    <>
      <LazyTreeScreen
        of={menu}
        tree={menus}
        title={of.label}
        screen={`${of.name}Menus`}
        columns={columns}
        searchFields={['name', 'code']}
        without={nothing}
        above={<ScopeViews isFullList={false} total={total} />}
        rowMore={(row) =>
          may(`${of.code}_setting`) ? (
            <Button
              kind="link"
              onClick={() => sheet.open({ id: row.id, code: row.code ?? '', name: titleIn(menu, row) })}
            >
              {t(set)}
              <span className="hidden-words"> {titleIn(menu, row)}</span>
            </Button>
          ) : null
        }
        toolbarMore={
          <>
            <ExportButton of={of} />
            {may(`${of.code}_delete`) ? <BinLink entity={of} /> : null}
          </>
        }
      />
      {sheet.of ? <ScopeSheet kind={kind} menu={sheet.of} close={sheet.close} /> : null}
    </>
  )
}

/** Scopes by menu, or all of them as a list (wire-and-fields.md 2.8). */
export const ScopeScreen = ({ kind }: { kind: ScopeKind }) => {
  const { of, form, fields, columns } = kind
  const [search] = useSearchParams()
  const [formOptions] = useState(() => form(null))
  const { data } = useAnswer(callsOf(of).page ?? noCall, { current: 1, size: 1 })
  const total = data?.total
  if (search.get('all') !== '1') return <ByMenu kind={kind} total={total} />
  return (
    <CrudScreen
      of={of}
      columns={['menuId', ...columns]}
      fields={['menuId', ...fields]}
      form={formOptions}
      above={() => <ScopeViews isFullList total={total} />}
    />
  )
}
