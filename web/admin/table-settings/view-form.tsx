import type { Fields } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { maxLabelLength, preferenceKeys, type SavedView } from './saved-view.ts'
import type { SavedViews } from './use-table.ts'

const fields: Fields = {
  label: { kind: 'text', label: ['视图名称', 'Name'], required: true, max: maxLabelLength },
  start: { kind: 'flag', label: ['设为默认视图', 'Default view'], required: true },
}
/** For users who manage roles. */
const shared: Fields = { roleIds: { kind: 'refs', label: ['共享给角色', 'Shared with'], of: 'role' } }

const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => (byte % 36).toString(36)).join('')

interface Props {
  readonly views: SavedViews
  /** The view to rename or share; null to save the current list as a new one. */
  readonly of: SavedView | null
  readonly close: () => void
}

/** Name of a view, whether the list opens with it, and the roles it is shared with. */
export const ViewForm = ({ views, of, close }: Props) => {
  const t = useLocalize()
  const may = useMay()
  const { screen, start, current } = views
  const send = async ({ label, start: isStart, roleIds }: FormValues) => {
    const id = of?.id ?? newId()
    const { search, layout } = of ?? current
    await views.savePreference(preferenceKeys.view(screen, id), { label, search, layout }, String(roleIds ?? ''))
    if (isStart === 1) await views.savePreference(preferenceKeys.start(screen), { view: id })
    else if (start?.id === id) await views.savePreference(preferenceKeys.start(screen), null)
    if (!of) views.show({ id, search, layout, owner: null, roles: null, label: String(label), roleIds: null })
  }
  return (
    <FormDialog
      form={{ name: 'view', opened: null }}
      title={of ? t([`编辑视图 · ${of.label}`, `Edit view · ${of.label}`]) : t(['保存为视图', 'Save as view'])}
      parts={[{ label: ['视图', 'View'], fields: may('role') ? { ...fields, ...shared } : fields }]}
      initial={{ label: of?.label ?? '', start: of && of.id === start?.id ? 1 : 0, roleIds: of?.roleIds ?? null }}
      mode="new"
      note={
        of
          ? undefined
          : t(['保存当前的条件、排序、每页条数和列。', 'Saves the filters, sort order, page size and columns.'])
      }
      send={send}
      close={close}
      ok={t(words.save)}
    />
  )
}
