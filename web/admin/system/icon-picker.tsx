import { type KeyboardEvent, useRef, useState } from 'react'
import { signOf, sourceOf } from '#contract/system/menu-icons.ts'
import { useLocalize } from '#web/base/say.ts'
import type { Control } from '#web/form/control.ts'
import { Input } from '#web/ui/input.tsx'
import { PickField } from '../crud/pick-field.tsx'
import { MenuIcon, type Sign, signs } from '../shell/icons.tsx'
import css from './icon-picker.module.css'

/** Signs in a row of the panel. */
const across = 8

const moves: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across },
}

type Named = readonly [source: string, sign: Sign]

/** Each sign once, under the first of its names. */
const distinct: readonly Named[] = Object.entries(signs).filter(
  ([, { Icon }], i, all) => all.findIndex(([, other]) => other.Icon === Icon) === i,
)

const fits = (typed: string) => {
  const wanted = typed.trim().toLowerCase()
  const named = Object.entries(signs).filter(([source, { words }]) =>
    [source, ...words].some((one) => one.toLowerCase().includes(wanted)),
  )
  return ([, { Icon }]: Named) => named.some(([, one]) => one.Icon === Icon)
}

interface GridProps {
  readonly shown: readonly Named[]
  readonly chosen: string
  readonly choose: (source: string) => void
}

/** One stop for the keyboard: the arrows walk among the signs, Enter chooses. */
const Grid = ({ shown, chosen, choose }: GridProps) => {
  const t = useLocalize()
  const box = useRef<HTMLDivElement>(null)
  const isChosen = ([, { Icon }]: Named) => signs[signOf(chosen)]?.Icon === Icon
  const first = Math.max(0, shown.findIndex(isChosen))
  const walk = (event: KeyboardEvent, i: number) => {
    const to = i + (moves[event.key] ?? 0)
    if (to === i || to < 0 || to >= shown.length) return
    event.preventDefault()
    box.current?.querySelectorAll<HTMLElement>('[role=option]')[to]?.focus()
  }
  return (
    <div ref={box} role="listbox" aria-label={t(['菜单图标', 'Icons'])} className={css.grid}>
      {shown.map((one, i) => (
        <button
          key={one[0]}
          type="button"
          role="option"
          aria-selected={isChosen(one)}
          aria-label={t(one[1].words)}
          title={t(one[1].words)}
          tabIndex={i === first ? 0 : -1}
          onClick={() => choose(one[0])}
          onKeyDown={(event) => walk(event, i)}
        >
          <MenuIcon source={one[0]} />
        </button>
      ))}
    </div>
  )
}

/** The signs that stand for what is typed. */
const Panel = (grid: Omit<GridProps, 'shown'>) => {
  const t = useLocalize()
  const [typed, setTyped] = useState('')
  const shown = distinct.filter(fits(typed))
  const find = t(['查找图标', 'Find an icon'])
  return (
    <>
      <Input type="search" aria-label={find} placeholder={find} value={typed} onValue={setTyped} />
      {shown.length ? (
        <Grid {...grid} shown={shown} />
      ) : (
        <p className={css.none}>{t(['没有匹配项', 'Nothing matches'])}</p>
      )}
    </>
  )
}

/** A menu's `source`: one of the signs the console draws, found by what it stands for. */
export const IconPicker: Control = ({ field, value, onChange, disabled }) => {
  const t = useLocalize()
  const source = value ? String(value) : ''
  const known = signs[signOf(source)]
  return (
    <PickField
      name={t(field.label)}
      isEmpty={source === ''}
      disabled={disabled}
      shown={
        source ? (
          <span className={css.chosen}>
            <MenuIcon source={source} />
            {known ? t(known.words) : source}
          </span>
        ) : (
          t(['请选择', 'Please choose'])
        )
      }
    >
      {(close) => (
        <Panel
          chosen={source}
          choose={(next) => {
            onChange(sourceOf(next))
            close()
          }}
        />
      )}
    </PickField>
  )
}
