/** Widths in points on A4 with the margins of `server/documents/style.typ`. */
const pageWidth = { upright: 510, wide: 757 } as const
/** Padding of a cell, and the text of a table. */
const [padding, em] = [11, 8]
/** A name that is longer wraps. */
const maxNameEms = 12
/** Heads wrap at any Chinese character; so many stand beside each other. */
const minHeadEms = 4

/** Chinese characters are one em wide, digits and letters of the font about half. */
const emsOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 1 : one === '\u200b' ? 0 : 0.6), 0)
const widthOf = (ems: number): number => Math.ceil(ems * em + padding)
const largest = (values: readonly number[]): number => Math.max(0, ...values)
/** The longest part of a text that no line break can divide. */
const unbreakable = (text: string): number => largest(text.split(/[\s\u200b\u2e80-\uffff]+/).map(emsOf))

/** A table as texts: names of the lines, and figures in groups of equally many columns. */
export interface PaperTable {
  readonly names: readonly (readonly string[])[]
  readonly figures: readonly (readonly string[])[]
  readonly nameHeads: readonly string[]
  readonly figureHeads: readonly string[]
  /** Columns that stay beside each other: the figures of one value across. */
  readonly span: number
}

/** Columns of figures that fit beside each other, behind the names of the lines, and how all of these share the width of the page. */
export interface PaperPart {
  readonly from: number
  readonly to: number
  readonly widths: readonly number[]
}

/** The least and the natural width of a column. */
type Width = readonly [least: number, natural: number]

const nameWidth = (head: string, names: readonly string[]): Width => {
  const natural = largest([head, ...names].map(emsOf))
  const least = Math.max(Math.min(natural, maxNameEms), largest(names.map(unbreakable)))
  return [widthOf(least), widthOf(natural)]
}

const figureWidth = (head: string, figures: readonly string[]): Width => {
  const figure = largest(figures.map(emsOf))
  return [widthOf(Math.max(figure, minHeadEms, unbreakable(head))), widthOf(Math.max(figure, emsOf(head)))]
}

const total = (widths: readonly Width[], which: 0 | 1): number => widths.reduce((sum, width) => sum + width[which], 0)

/** Divides a table that is wider than the paper; each part has the names of the lines. */
export const paperParts = (table: PaperTable, isWide: boolean): readonly PaperPart[] => {
  const room = pageWidth[isWide ? 'wide' : 'upright']
  const names = table.nameHeads.map((head, nth) =>
    nameWidth(
      head,
      table.names.flatMap((line) => line[nth] ?? []),
    ),
  )
  const figures = table.figureHeads.map((head, nth) =>
    figureWidth(
      head,
      table.figures.map((line) => line[nth] ?? ''),
    ),
  )
  const parts: PaperPart[] = []
  for (let from = 0; from < figures.length; ) {
    let to = from + table.span
    while (to < figures.length && total([...names, ...figures.slice(from, to + table.span)], 0) <= room)
      to += table.span
    const widths = [...names, ...figures.slice(from, to)]
    const which = total(widths, 1) <= room ? 1 : 0
    parts.push({ from, to, widths: widths.map((width) => width[which]) })
    from = to
  }
  return parts
}
