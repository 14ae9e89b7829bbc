import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { ArrowDownIcon, ArrowUpIcon, GripVerticalIcon } from '#web/ui/icons.ts'
import { PinIcon, PinOffIcon } from '#web/ui/later-icons.ts'
import {
  type ArrangedColumn,
  densities,
  densityWords,
  type Layout,
  narrowest,
  widest,
  withMovedColumn,
  withPinned,
  withVisibility,
  withWidth,
} from '../table/layout.ts'
import type { DisplayColumn } from '../table/table-columns.tsx'
import css from './column-panel.module.css'
import type { TableSettings } from './use-table.ts'

const DensityChoice = ({ layout, change }: Pick<TableSettings, 'layout' | 'change'>) => {
  const t = useLocalize()
  return (
    <fieldset className={css.densities}>
      <legend>{t(['行高', 'Row height'])}</legend>
      {densities.map((density) => (
        <label key={density}>
          <input
            type="radio"
            name="density"
            checked={layout.density === density}
            onChange={() => change({ ...layout, density })}
          />
          {t(densityWords[density])}
        </label>
      ))}
    </fieldset>
  )
}

const WidthInput = ({
  column,
  set,
}: {
  column: ArrangedColumn<DisplayColumn>
  set: (width: number | null) => void
}) => {
  const t = useLocalize()
  const label = t(column.label)
  const box = useRef<HTMLInputElement>(null)
  // displays a width set by dragging or corrected to its limits; the input stays uncontrolled, so it keeps the focus
  useEffect(() => {
    if (box.current) box.current.value = String(column.width ?? '')
  }, [column.width])
  const applyWidth = (text: string) => {
    const width = text.trim() === '' ? null : Number(text)
    if (width === null || Number.isFinite(width)) set(width)
  }
  return (
    <input
      ref={box}
      type="number"
      min={narrowest}
      max={widest}
      step={8}
      placeholder={t(['自适应', 'Auto'])}
      aria-label={t([`列宽（像素） ${label}`, `Width in pixels: ${label}`])}
      defaultValue={column.width ?? ''}
      onBlur={({ target }) => applyWidth(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && applyWidth(currentTarget.value)}
    />
  )
}

interface RowProps {
  readonly column: ArrangedColumn<DisplayColumn>
  readonly before: string | undefined
  readonly after: string | undefined
  readonly put: (layout: (now: Layout) => Layout) => void
  readonly settings: TableSettings
}

const ColumnRow = ({ column, before, after, put, settings }: RowProps) => {
  const t = useLocalize()
  const { name, isVisible, isPinned } = column
  const label = t(column.label)
  const step = (to: string | undefined, words: Text, Sign: typeof ArrowUpIcon) => (
    <button
      type="button"
      className={iconButtonClass(css.act)}
      disabled={to === undefined}
      aria-label={`${t(words)} ${label}`}
      onClick={() => to && put((now) => withMovedColumn(now, settings.all, name, to))}
    >
      <Sign aria-hidden="true" />
    </button>
  )
  return (
    <>
      <GripVerticalIcon aria-hidden="true" className={css.grip} />
      <label className={css.name}>
        <input
          type="checkbox"
          checked={isVisible}
          onChange={() => put((now) => withVisibility(now, settings.all, name, !isVisible))}
        />
        {label}
      </label>
      <WidthInput column={column} set={(width) => put((now) => withWidth(now, name, width))} />
      <button
        type="button"
        className={iconButtonClass(css.act)}
        aria-pressed={isPinned}
        aria-label={t([`固定在左侧 ${label}`, `Pin to the left: ${label}`])}
        onClick={() => put((now) => withPinned(now, name, !isPinned))}
      >
        {isPinned ? <PinOffIcon aria-hidden="true" /> : <PinIcon aria-hidden="true" />}
      </button>
      {step(before, ['上移', 'Move up:'], ArrowUpIcon)}
      {step(after, ['下移', 'Move down:'], ArrowDownIcon)}
    </>
  )
}

/** Settings of a table: visible columns, order, widths and row spacing; by pointer or by keyboard. */
export const ColumnPanel = ({ settings }: { settings: TableSettings }) => {
  const t = useLocalize()
  const { all, layout, change, reset, isChanged } = settings
  const [dragged, setDragged] = useState<string | null>(null)
  const put = (make: (now: Layout) => Layout) => change(make(layout))
  const drop = (event: DragEvent, to: string) => {
    event.preventDefault()
    if (dragged) put((now) => withMovedColumn(now, all, dragged, to))
    setDragged(null)
  }
  return (
    <div className="stack">
      <DensityChoice layout={layout} change={change} />
      <ul className={css.columns} aria-label={t(['列', 'Columns'])}>
        {all.map((column, i) => (
          <li
            key={column.name}
            draggable
            data-dragged={dragged === column.name || undefined}
            onDragStart={() => setDragged(column.name)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => drop(event, column.name)}
          >
            <ColumnRow
              column={column}
              put={put}
              settings={settings}
              before={all[i - 1]?.name}
              after={all[i + 1]?.name}
            />
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        <Button disabled={!isChanged} onClick={reset}>
          {t(['恢复默认', 'Restore defaults'])}
        </Button>
      </div>
    </div>
  )
}
