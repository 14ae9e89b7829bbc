const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Code units that are taken apart at once: what a segmenter needs grows with their square. */
const stretch = 1000

/** Length as people count: one per visible character, not per code unit. */
export const lengthOf = (value: string): number => {
  let count = 0
  let rest = value
  while (rest.length > stretch) {
    // where a character begins, well before the end of the stretch, which may lie within one
    const at = graphemes.segment(rest.slice(0, stretch)).containing(stretch - 100)?.index
    if (at) {
      count += [...graphemes.segment(rest.slice(0, at))].length
      rest = rest.slice(at)
    } else {
      // one character fills the stretch: it ends where it ends
      count += 1
      rest = rest.slice(graphemes.segment(rest).containing(0)?.segment.length)
    }
  }
  return count + [...graphemes.segment(rest)].length
}
