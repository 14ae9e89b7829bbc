import { SelectOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { TreeNode } from '#contract/kit/call.ts'
import { notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { region } from '#contract/system/region.ts'
import { rootCode, shapeBelow } from '#contract/system/region-code.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate, useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView } from '#web/base/page.tsx'
import { useMay } from '#web/base/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { BinLink } from '../crud/bin-link.tsx'
import { titleIn } from '../crud/calls.ts'
import { ExportButton } from '../crud/export-button.tsx'
import { ImportButton } from '../crud/import-button.tsx'
import { PageHead } from '../crud/page-head.tsx'
import { EmptyState } from '../crud/states.tsx'
import type { Source } from '../crud/tree/levels.ts'
import { Panes } from '../crud/tree/panes.tsx'
import { Tree } from '../crud/tree/tree.tsx'
import { useTree } from '../crud/tree/use-tree.ts'
import css from './region.module.css'
import { type RegionDetail, RegionForm } from './region-form.tsx'

const source: Source<{ parentCode?: string | null }, TreeNode> = {
  call: region.calls.lazyTree,
  input: (parentCode) => ({ parentCode }),
  size: null,
  nodeOf: (node) => node,
}

const placeOf = ({ provinceName, cityName, districtName, townName, ...row }: RegionDetail): string =>
  [provinceName, cityName, districtName, townName].filter((one) => one && one !== titleIn(region, row)).join(' › ')

/** Searches by the Chinese name, the English name, or the beginning of the code. */
const useSearchResults = (text: string) => {
  const filter = /^\d+$/.test(text) ? { code: text } : /^[a-z]/i.test(text) ? { nameEn: text } : { name: text }
  const query = useAnswer(region.calls.list, { ...filter, current: 1, size: 50 })
  return {
    ...query,
    data: query.data?.records.map((row) => ({ key: row.code, title: titleIn(region, row), place: placeOf(row) })),
  }
}

/** Asks for confirmation before unsaved input in the form is discarded. */
const useConfirmLeave = () => {
  const t = useLocalize()
  const { modal } = App.useApp()
  const [isChanged, setChanged] = useState(false)
  const leave = async (go: () => void) => {
    const sure =
      !isChanged ||
      (await modal.confirm({
        title: t(['内容尚未保存，确定离开?', 'Not saved yet. Leave anyway?']),
        okText: t(['离开', 'Leave']),
        cancelText: t(words.cancel),
      }))
    if (!sure) return
    setChanged(false)
    go()
  }
  return { leave, setChanged }
}

interface HeadProps {
  readonly row: RegionDetail
  readonly addBelow: () => void
  readonly onRemoved: () => void
}

/** Heading of a division: name, position, and its actions. */
const Head = ({ row, addBelow, onRemoved }: HeadProps) => {
  const t = useLocalize()
  const may = useMay()
  const { message, modal } = App.useApp()
  const remove = async () => {
    const sure = await modal.confirm({
      title: t([
        `确定删除区划“${titleIn(region, row)}”（${row.code}）？`,
        `Remove the division “${titleIn(region, row)}” (${row.code})?`,
      ]),
      okText: t(words.remove),
      cancelText: t(words.cancel),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
    })
    if (!sure) return
    try {
      await ask(region.calls.remove, { id: row.code })
    } catch (error) {
      return void message.error(failureOf(error).message)
    }
    message.success(t(words.removed))
    onRemoved()
    void invalidate(region.path)
  }
  return (
    <header className={css.head}>
      <div>
        <h2>{titleIn(region, row)}</h2>
        <p>{placeOf(row) || t(['全国', 'Whole country'])}</p>
      </div>
      <div className={css.actions}>
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

/** Divisions: the tree at the left, the form of one at the right (wire-and-fields.md 2.4). */
export const Regions = () => {
  const t = useLocalize()
  const may = useMay()
  const [search, setSearch] = useSearchParams()
  const code = search.get('open') ?? rootCode
  const [adding, setAdding] = useState(false)
  const { leave, setChanged } = useConfirmLeave()
  const detail = useAnswer(region.calls.detail, { code }, { enabled: code !== rootCode })
  const rootTitle = t(['全国', 'Whole country'])
  const title = detail.data?.code ? titleIn(region, detail.data) : undefined
  const tree = useTree(
    source,
    { key: rootCode, title: rootTitle },
    {
      above: split(detail.data?.ancestors),
      to: code,
    },
  )
  const show = (next: string) => {
    setAdding(false)
    setSearch(next === rootCode ? {} : { open: next })
  }
  const choose = (next: string) => void leave(() => show(next))
  const label = t(region.label)
  const form = (row: RegionDetail | null) => (
    <RegionForm
      key={`${code}-${row ? 'edit' : 'add'}`}
      parentCode={row?.parentCode ?? code}
      row={row}
      onChangedState={setChanged}
      saved={show}
    />
  )
  return (
    <>
      <PageHead title={region.label}>
        <ImportButton of={region} />
        <ExportButton of={region} />
        {may('region_delete') ? <BinLink entity={region} /> : null}
      </PageHead>
      <Panes
        label={label}
        chosen={title ?? rootTitle}
        choose={choose}
        useFound={useSearchResults}
        tree={<Tree label={label} branches={tree} chosen={code} choose={choose} />}
      >
        {adding ? (
          <section className={css.sheet} aria-labelledby="region-add">
            <header className={css.head}>
              <h2 id="region-add">
                {code === rootCode
                  ? t(['新增省级区划', 'Add a province'])
                  : t([`在“${title ?? code}”下新增区划`, `Add a division below “${title ?? code}”`])}
              </h2>
              <Button onClick={() => void leave(() => setAdding(false))}>{t(words.cancel)}</Button>
            </header>
            {form(null)}
          </section>
        ) : code === rootCode ? (
          <EmptyState sign={<SelectOutlined />} title={t(['请选择一个区划', 'Choose a division'])}>
            <p>{t(['从树中选择，或按名称、编号查找。', 'Choose one in the tree, or find it by name or code.'])}</p>
            {may('region_add') ? (
              <Button kind="main" onClick={() => setAdding(true)}>
                {t(['新增省级区划', 'Add a province'])}
              </Button>
            ) : null}
          </EmptyState>
        ) : (
          <section className={css.sheet} aria-label={title}>
            <QueryView from={detail}>
              {(row) =>
                // for a code that no longer exists the answer has no `code`
                row.code ? (
                  <>
                    <Head
                      row={row}
                      addBelow={() => void leave(() => setAdding(true))}
                      onRemoved={() => show(row.parentCode)}
                    />
                    {form(row)}
                  </>
                ) : (
                  <EmptyState sign="∅" title={t(notFound().text)} />
                )
              }
            </QueryView>
          </section>
        )}
      </Panes>
    </>
  )
}
