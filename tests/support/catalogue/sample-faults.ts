/** Pixels by which a place or a size may differ: browsers round the width of text differently. */
const tolerance = 2

const partsOf = (boxes: string) =>
  boxes.split('; ').map((part) => {
    const [tag = '', ...numbers] = part.split(' ')
    return { part, tag, numbers: numbers.map(Number) }
  })

/** How the boxes of one sample differ, or null. */
export const boxFault = (reference: string | undefined, actual: string): string | null => {
  if (reference === undefined) return 'has no reference'
  const [before, after] = [partsOf(reference), partsOf(actual)]
  const tagsOf = (parts: typeof before) => parts.map(({ tag }) => tag).join(' ')
  if (tagsOf(before) !== tagsOf(after)) return `has other parts: ${tagsOf(after)}; before: ${tagsOf(before)}`
  const at = before.findIndex(({ numbers }, i) =>
    numbers.some((number, nth) => Math.abs(number - (after[i]?.numbers[nth] ?? Number.NaN)) > tolerance),
  )
  return at < 0 ? null : `has another place or size: ${after[at]?.part}; before: ${before[at]?.part}`
}

/** How the looks of one sample differ, or null. */
export const lookFault = (reference: readonly string[] | undefined, actual: readonly string[]): string | null => {
  if (reference === undefined) return 'has no reference'
  const gone = reference.filter((look) => !actual.includes(look))
  const fresh = actual.filter((look) => !reference.includes(look))
  return gone.length || fresh.length ? `looks different: ${fresh.join(' | ')}; before: ${gone.join(' | ')}` : null
}
