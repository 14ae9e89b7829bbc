import { type KeyboardEvent, useRef, useState } from 'react'
import { fold } from '#contract/kit/fold.ts'
import { iconOf, sourceOf } from '#contract/system/menu-icons.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { Control } from '#web/form/control.ts'
import { Input } from '#web/ui/input.tsx'
import { PickField } from '../../pickers/pick-field.tsx'
import { MenuIcon, type Sign, signs } from '../../shell/icons.tsx'
import css from './icon-picker.module.css'

/** Icons per row of the panel. */
const iconsPerRow = 8

const moves: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: iconsPerRow,
  ArrowUp: -iconsPerRow,
}

type NamedIcon = readonly [source: string, sign: Sign]

/** Each icon once, under the first of its names. */
const distinctIcons: readonly NamedIcon[] = Object.entries(signs).filter(
  ([, { Icon }], i, all) => all.findIndex(([, other]) => other.Icon === Icon) === i,
)

const iconFilter = (text: string) => {
  const query = fold(text).trim()
  const matches = Object.entries(signs).filter(([source, { words }]) =>
    [source, ...words].some((one) => fold(one).includes(query)),
  )
  return ([, { Icon }]: NamedIcon) => matches.some(([, one]) => one.Icon === Icon)
}

interface GridProps {
  readonly icons: readonly NamedIcon[]
  readonly selected: string
  readonly choose: (source: string) => void
}

/** Grid with a single tab stop: the arrow keys move between icons, Enter selects. */
const Grid = ({ icons, selected, choose }: GridProps) => {
  const t = useLocalize()
  const box = useRef<HTMLDivElement>(null)
  const isSelected = ([, { Icon }]: NamedIcon) => signs[iconOf(selected)]?.Icon === Icon
  const first = Math.max(0, icons.findIndex(isSelected))
  const moveFocus = (event: KeyboardEvent, i: number) => {
    const to = i + (moves[event.key] ?? 0)
    if (to === i || to < 0 || to >= icons.length) return
    event.preventDefault()
    box.current?.querySelectorAll<HTMLElement>('[role=option]')[to]?.focus()
  }
  return (
    <div ref={box} role="listbox" aria-label={t(['菜单图标', 'Icons'])} className={css.grid}>
      {icons.map((one, i) => (
        <button
          key={one[0]}
          type="button"
          role="option"
          aria-selected={isSelected(one)}
          aria-label={t(one[1].words)}
          title={t(one[1].words)}
          tabIndex={i === first ? 0 : -1}
          onClick={() => choose(one[0])}
          onKeyDown={(event) => moveFocus(event, i)}
        >
          <MenuIcon source={one[0]} />
        </button>
      ))}
    </div>
  )
}

/** The icons that match the typed text. */
const Panel = (grid: Omit<GridProps, 'icons'>) => {
  const t = useLocalize()
  const [text, setText] = useState('')
  const icons = distinctIcons.filter(iconFilter(text))
  const find = t(['查找图标', 'Find an icon'])
  return (
    <>
      <Input type="search" aria-label={find} placeholder={find} value={text} onValue={setText} />
      {icons.length ? (
        <Grid {...grid} icons={icons} />
      ) : (
        <p className={css.none}>{t(['没有匹配项', 'Nothing matches'])}</p>
      )}
    </>
  )
}

/** Picks a menu's `source`: one of the console's icons, found by its search words. */
export const IconPicker: Control = ({ field, value, onChange, disabled }) => {
  const t = useLocalize()
  const source = value ? String(value) : ''
  const knownIcon = signs[iconOf(source)]
  return (
    <PickField
      name={t(field.label)}
      isEmpty={source === ''}
      disabled={disabled}
      shown={
        source ? (
          <span className="inline-row middle gap-8">
            <MenuIcon source={source} />
            {knownIcon ? t(knownIcon.words) : source}
          </span>
        ) : (
          t(['请选择', 'Please choose'])
        )
      }
    >
      {(close) => (
        <Panel
          selected={source}
          choose={(next) => {
            onChange(sourceOf(next))
            close()
          }}
        />
      )}
    </PickField>
  )
}
