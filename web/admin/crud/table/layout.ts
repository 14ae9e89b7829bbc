/** How close the rows of a table stand. */
export const densities = ['small', 'middle', 'large'] as const
export type Density = (typeof densities)[number]

/** What a person has changed about a table; what is not here is as the screen declares it. */
export interface Layout {
  /** Columns he shows or hides against the declaration. */
  readonly shown: Readonly<Record<string, boolean>>
  /** Names of columns in his order; empty: the declared one. */
  readonly order: readonly string[]
  /** Pixels. */
  readonly widths: Readonly<Record<string, number>>
  /** Kept at the left while the others scroll. */
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

/** Reads what was kept, whoever wrote it: what does not fit is as if it were not there. */
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

/** A column a table can show; `extra` ones wait until they are asked for. */
export interface AvailableColumn {
  readonly name: string
  readonly extra?: boolean
}

/** A column where it stands, and how. */
export type ArrangedColumn<C extends AvailableColumn> = C & {
  readonly isVisible: boolean
  readonly isPinned: boolean
  readonly width: number | undefined
}

/** The names in the person's order; one he has not seen yet comes after the one it is declared after. */
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

/** All columns in their order, pinned ones first. A column that is no more is forgotten, a new one is there. */
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

/** Shows or hides a column; the last one stays. */
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

/** Places a column before or after another, at that one's side of the pins. */
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

/** Sets a width within its bounds; none lets the column be as wide as what stands in it. */
export const withWidth = (layout: Layout, name: string, width: number | null): Layout => {
  const { [name]: _, ...others } = layout.widths
  if (width === null) return { ...layout, widths: others }
  return { ...layout, widths: { ...others, [name]: Math.round(Math.min(widest, Math.max(narrowest, width))) } }
}
