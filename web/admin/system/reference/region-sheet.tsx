import { notFound } from '#contract/kit/fail.ts'
import { region } from '#contract/system/region.ts'
import { rootCode, shapeBelow } from '#contract/system/region-code.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { type QueryState, QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { MousePointerClickIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { titleIn } from '../../entity/calls.ts'
import { EmptyState } from '../../table/states.tsx'
import css from './region.module.css'
import type { RegionDetail } from './region-form.tsx'
import type { RegionSelection } from './use-region-selection.ts'

/** A form of a region checks what is typed; the list does not need that code. */
const RegionForm = lazyComponent(async () => (await import('./region-form.tsx')).RegionForm)

/** Position of a division: the names of the levels above it. */
export const placeOf = ({ provinceName, cityName, districtName, townName, ...row }: RegionDetail): string =>
  [provinceName, cityName, districtName, townName].filter((one) => one && one !== titleIn(region, row)).join(' › ')

interface HeadProps {
  readonly row: RegionDetail
  readonly addBelow: () => void
  readonly onRemoved: () => void
}

/** Heading of a division: name, position, and its actions. */
const Head = ({ row, addBelow, onRemoved }: HeadProps) => {
  const t = useLocalize()
  const may = useMay()
  const toaster = useToaster()
  const confirm = useConfirm()
  const remove = async () => {
    const sure = await confirm({
      title: [
        `确定删除区划“${titleIn(region, row)}”（${row.code}）？`,
        `Delete the region “${titleIn(region, row)}” (${row.code})?`,
      ],
      ok: words.remove,
      danger: true,
    })
    if (!sure) return
    try {
      await ask(region.calls.remove, { id: row.code })
    } catch (error) {
      return toaster.error(failureOf(error).message)
    }
    toaster.success(t(words.removed))
    onRemoved()
    void invalidate(region.path)
  }
  return (
    <header className={css.head}>
      <div>
        <h2>{titleIn(region, row)}</h2>
        <p>{placeOf(row) || t(['全国', 'Whole country'])}</p>
      </div>
      <div className="row wrap gap-8">
        {may('region_add') && shapeBelow(row.code) ? (
          <Button onClick={addBelow}>{t(['新增下级', 'Add below'])}</Button>
        ) : null}
        {may('region_delete') ? (
          <Button kind="danger" onClick={() => void remove()}>
            {t(words.remove)}
          </Button>
        ) : null}
      </div>
    </header>
  )
}

interface Props {
  readonly selection: RegionSelection
  /** Name of the selected division; undefined until it is loaded. */
  readonly title: string | undefined
}

/** A new division below the selected one. */
const NewRegion = ({ selection: { code, cancelAdding, setChanged, show }, title }: Props) => {
  const t = useLocalize()
  return (
    <section className={css.sheet} aria-labelledby="region-add">
      <header className={css.head}>
        <h2 id="region-add">
          {code === rootCode
            ? t(['新增省级区划', 'Add a province'])
            : t([`在“${title ?? code}”下新增区划`, `Add a region below “${title ?? code}”`])}
        </h2>
        <Button onClick={cancelAdding}>{t(words.cancel)}</Button>
      </header>
      <RegionForm key={code} parentCode={code} row={null} onChangedState={setChanged} saved={show} />
    </section>
  )
}

/** Before a division is selected: how to choose one, and adding a province. */
const NoRegion = ({ startAdding }: Pick<RegionSelection, 'startAdding'>) => {
  const t = useLocalize()
  const may = useMay()
  return (
    <EmptyState sign={<MousePointerClickIcon />} title={t(['请选择一个区划', 'Choose a region'])}>
      <p>{t(['从树中选择，或按名称、编号查找。', 'Choose one in the tree, or find it by name or code.'])}</p>
      {may('region_add') ? (
        <Button kind="main" onClick={startAdding}>
          {t(['新增省级区划', 'Add a province'])}
        </Button>
      ) : null}
    </EmptyState>
  )
}

/** The form of a new division or of the selected one; without a selection, how to select one. */
export const RegionSheet = ({ selection, title, detail }: Props & { detail: QueryState<RegionDetail> }) => {
  const t = useLocalize()
  const { code, isAdding, startAdding, setChanged, show } = selection
  if (isAdding) return <NewRegion selection={selection} title={title} />
  if (code === rootCode) return <NoRegion startAdding={startAdding} />
  return (
    <section className={css.sheet} aria-label={title}>
      <QueryView from={detail}>
        {(row) =>
          // for a code that no longer exists the answer has no `code`
          row.code ? (
            <>
              <Head row={row} addBelow={startAdding} onRemoved={() => show(row.parentCode)} />
              <RegionForm key={code} parentCode={row.parentCode} row={row} onChangedState={setChanged} saved={show} />
            </>
          ) : (
            <EmptyState sign="∅" title={t(notFound().text)} />
          )
        }
      </QueryView>
    </section>
  )
}
