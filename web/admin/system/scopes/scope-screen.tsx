import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { menu } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { BinLink } from '../../crud/bin-link.tsx'
import { RecordList } from '../../crud/record-list.tsx'
import { useLazyTreeSource } from '../../crud/sources/lazy-tree-source.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'
import { Views } from '../../crud/views.tsx'
import { useDialog } from '../../dialog/use-dialog.ts'
import { callsOf, noCall, titleIn } from '../../entity/calls.ts'
import { ExportButton } from '../../spreadsheets/export-button.tsx'
import { menus } from '../../tree/known-trees.ts'
import { MenuName } from '../menu-name.tsx'
import type { ScopeKind } from './scope-kind.ts'
import { type ScopedMenu, sheetOf } from './scoped-menu.ts'

/** Loaded with the first menu that opens. */
const ScopeSheet = lazyComponent(async () => (await import('./scope-sheet.tsx')).ScopeSheet)

type Menu = RowOf<typeof menu>

const set: Text = ['权限设置', 'Set scopes']

/** The menus as they appear here: under the title of the scopes, with table settings of their own, and read-only. */
const menusFor = ({ name, label }: AnyEntity) => ({
  ...menu,
  name: `${name}Menus`,
  label,
  search: ['name', 'code'] as const,
  verbs: [],
  actions: {},
  calls: {},
})

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
  const source = useLazyTreeSource(menus)
  const places = useMemo(() => menusFor(of), [of])
  return (
    <>
      <RecordList
        of={places}
        source={source}
        columns={columns}
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
        toolbarMore={<ExportButton of={of} />}
        toolsMore={may(`${of.code}_delete`) ? <BinLink entity={of} /> : null}
      />
      {sheet.of ? <ScopeSheet kind={kind} menu={sheet.of} close={sheet.close} /> : null}
    </>
  )
}

/** All scopes as a list. */
const AllScopes = ({ kind: { of, form, fields, columns }, total }: { kind: ScopeKind; total: number | undefined }) => {
  const source = usePageSource(of)
  const [formOptions] = useState(() => form(null))
  const allColumns = useMemo(() => ['menuId', ...columns], [columns])
  return (
    <RecordList
      of={of}
      source={source}
      columns={allColumns}
      fields={['menuId', ...fields]}
      form={formOptions}
      above={<ScopeViews isFullList total={total} />}
    />
  )
}

/** Scopes by menu, or all of them as a list. */
export const ScopeScreen = ({ kind }: { kind: ScopeKind }) => {
  const { of } = kind
  const [search] = useSearchParams()
  const { data } = useAnswer(callsOf(of).page ?? noCall, { current: 1, size: 1 })
  const total = data?.total
  if (search.get('all') !== '1') return <ByMenu kind={kind} total={total} />
  return <AllScopes kind={kind} total={total} />
}
