import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { menu } from '#contract/system/menu.ts'
import type { MenuCount } from '#contract/system/menu-counts.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import type { Counted } from '#web/base/page/number.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { BinLink } from '../../crud/bin-link.tsx'
import { RecordList } from '../../crud/record-list.tsx'
import { useLazyTreeSource } from '../../crud/sources/lazy-tree-source.tsx'
import { useDialog } from '../../dialog/use-dialog.ts'
import { callsOf, noCall, titleIn } from '../../entity/calls.ts'
import { ExportButton } from '../../spreadsheets/export-button.tsx'
import type { Columns } from '../../table/table-columns.tsx'
import { menus } from '../../tree/known-trees.ts'
import { MenuName } from '../access/menu-name.tsx'
import { ScopeViews } from './scope-views.tsx'
import { type ScopedMenu, sheetOf } from './scoped-menu.ts'

/** Loaded with the first menu that opens. */
const ScopeSheet = lazyComponent(async () => (await import('./scope-sheet.tsx')).ScopeSheet)
/** Loaded when the list of all scopes opens, since its rows have forms. */
const AllScopes = lazyComponent(async () => (await import('./all-scopes.tsx')).AllScopes)

type Menu = RowOf<typeof menu>

const set: Text = ['权限设置', 'Set scopes']

/** The menus as they appear here: under the title of the scopes, with table settings of their own, and read-only. */
const menusFor = ({ name, label }: AnyEntity) => ({
  ...menu,
  name: `${name}Menus`,
  label,
  search: ['name', 'code'] as const,
  list: ['name', 'code', 'path'] as const,
  verbs: [],
  actions: {},
  calls: {},
})

interface Props {
  readonly of: AnyEntity
  /** How many scopes each menu has. */
  readonly counts: Endpoint<object, MenuCount[]>
}

const useColumns = (counts: Props['counts']) => {
  const { data } = useAnswer(counts, {})
  return useMemo(
    (): Columns<ReturnType<typeof menusFor>> => [
      { name: 'name', cell: (row: Menu) => <MenuName of={row} /> },
      {
        name: 'scopes',
        label: ['权限数（含下级）', 'Scopes (incl. below)'],
        after: 'path',
        end: true,
        cell: ({ id }: Menu) => data && (data.find(({ menuId }) => menuId === id)?.count ?? 0),
      },
    ],
    [data],
  )
}

/** The tree of menus; each menu opens its scopes. */
const ByMenu = ({ of, counts, total }: Props & { readonly total: Counted | undefined }) => {
  const t = useLocalize()
  const may = useMay()
  const sheet = useDialog<ScopedMenu>(sheetOf(of))
  const columns = useColumns(counts)
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
      {sheet.of ? <ScopeSheet of={of} menu={sheet.of} close={sheet.close} /> : null}
    </>
  )
}

/** Scopes by menu, or all of them as a list. */
export const ScopeScreen = ({ of, counts }: Props) => {
  const [search] = useSearchParams()
  const { data } = useAnswer(callsOf(of).page ?? noCall, { current: 1, size: 1 })
  if (search.get('all') === '1') return <AllScopes of={of} total={data} />
  return <ByMenu of={of} counts={counts} total={data} />
}
