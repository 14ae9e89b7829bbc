import type { Text } from '#contract/kit/text.ts'

/** Row spacing of a table. */
export const densities = ['small', 'middle', 'large'] as const
export type Density = (typeof densities)[number]

export const densityWords: Readonly<Record<Density, Text>> = {
  small: ['紧凑', 'Compact'],
  middle: ['默认', 'Default'],
  large: ['宽松', 'Spacious'],
}

/** A user's changes to a table; everything else is as the screen declares it. */
export interface Layout {
  /** Columns shown or hidden contrary to the declaration, by name. */
  readonly shown: Readonly<Record<string, boolean>>
  /** Names of columns in the user's order; empty: the declared order. */
  readonly order: readonly string[]
  /** Widths in pixels, by column name. */
  readonly widths: Readonly<Record<string, number>>
  /** Names of columns fixed at the left while the others scroll. */
  readonly pinned: readonly string[]
  readonly density: Density
}

export const defaultLayout: Layout = { shown: {}, order: [], widths: {}, pinned: [], density: 'middle' }

export const [narrowest, widest] = [48, 800]
const maxColumns = 100

type Unknown = Readonly<Record<string, unknown>>
const objectOf = (value: unknown): Unknown => (typeof value === 'object' && value !== null ? (value as Unknown) : {})
const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((one) => typeof one === 'string'))].slice(0, maxColumns) : []
const entriesOf = <T>(value: unknown, isValid: (one: unknown) => one is T): Record<string, T> =>
  Object.fromEntries(
    Object.entries(objectOf(value))
      .filter((entry): entry is [string, T] => isValid(entry[1]))
      .slice(0, maxColumns),
  )
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isWidth = (value: unknown): value is number => typeof value === 'number' && value >= narrowest && value <= widest

/** Parses a stored layout from any source; ignores invalid parts. */
export const readLayout = (value: unknown): Layout => {
  const { shown, order, widths, pinned, density } = objectOf(value)
  return {
    shown: entriesOf(shown, isFlag),
    order: namesOf(order),
    widths: entriesOf(widths, isWidth),
    pinned: namesOf(pinned),
    density: densities.find((one) => one === density) ?? defaultLayout.density,
  }
}

export const isSame = (one: Layout, other: Layout): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A column that a table can display; `extra` columns are hidden until the user selects them. */
export interface AvailableColumn {
  readonly name: string
  readonly extra?: boolean
}

/** A column at its position, with its display state. */
export type ArrangedColumn<C extends AvailableColumn> = C & {
  readonly isVisible: boolean
  readonly isPinned: boolean
  readonly width: number | undefined
}

/** The names in the user's order; a column that is missing there follows its predecessor in the declaration. */
const inOrder = (available: readonly AvailableColumn[], order: readonly string[]): string[] => {
  const names = available.map(({ name }) => name)
  const ordered = order.filter((name) => names.includes(name))
  for (const [i, name] of names.entries()) {
    if (ordered.includes(name)) continue
    const before = names.slice(0, i).findLast((one) => ordered.includes(one))
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, name)
  }
  return ordered
}

/** All columns in display order, pinned ones first. Drops columns that no longer exist and adds new ones. */
export const arrange = <C extends AvailableColumn>(available: readonly C[], layout: Layout): ArrangedColumn<C>[] => {
  const arranged = inOrder(available, layout.order).map((name): ArrangedColumn<C> => {
    const column = available.find((one) => one.name === name) as C
    return {
      ...column,
      isVisible: layout.shown[name] ?? !column.extra,
      isPinned: layout.pinned.includes(name),
      width: layout.widths[name],
    }
  })
  return [...arranged.filter(({ isPinned }) => isPinned), ...arranged.filter(({ isPinned }) => !isPinned)]
}

/** Shows or hides a column; the last visible one cannot be hidden. */
export const withVisibility = (
  layout: Layout,
  available: readonly AvailableColumn[],
  name: string,
  isVisible: boolean,
): Layout => {
  const left = arrange(available, layout).filter((one) => one.isVisible && one.name !== name)
  if (!isVisible && left.length === 0) return layout
  const isExtra = available.find((one) => one.name === name)?.extra === true
  const { [name]: _, ...others } = layout.shown
  return { ...layout, shown: isVisible === isExtra ? { ...others, [name]: isVisible } : others }
}

/** Moves a column before or after another, into that one's group, pinned or not. */
export const withMovedColumn = (
  layout: Layout,
  available: readonly AvailableColumn[],
  name: string,
  to: string,
): Layout => {
  const order = arrange(available, layout).map((one) => one.name)
  const [from, target] = [order.indexOf(name), order.indexOf(to)]
  if (from < 0 || target < 0 || from === target) return layout
  const isPinned = layout.pinned.includes(to)
  const pinned = layout.pinned.filter((one) => one !== name)
  return {
    ...layout,
    order: order.toSpliced(from, 1).toSpliced(target, 0, name),
    pinned: isPinned ? [...pinned, name] : pinned,
  }
}

export const withPinned = (layout: Layout, name: string, isPinned: boolean): Layout => {
  const otherPinned = layout.pinned.filter((one) => one !== name)
  return { ...layout, pinned: isPinned ? [...otherPinned, name] : otherPinned }
}

/** Sets a width within its limits; null makes the column as wide as its content. */
export const withWidth = (layout: Layout, name: string, width: number | null): Layout => {
  const { [name]: _, ...others } = layout.widths
  if (width === null) return { ...layout, widths: others }
  return { ...layout, widths: { ...others, [name]: Math.round(Math.min(widest, Math.max(narrowest, width))) } }
}
