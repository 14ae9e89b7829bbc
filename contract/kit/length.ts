const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Code units that are taken apart at once: what a segmenter needs grows with their square. */
const segmentLength = 1000

/** Length as people count: one per visible character, not per code unit. */
export const lengthOf = (value: string): number => {
  if (value.length <= segmentLength) return [...graphemes.segment(value)].length
  // where a character begins, well before the end of the stretch, which may lie within one
  const at = graphemes.segment(value.slice(0, segmentLength)).containing(segmentLength - 100)?.index
  if (at) return lengthOf(value.slice(0, at)) + lengthOf(value.slice(at))
  // one character fills the stretch: it ends where it ends
  return 1 + lengthOf(value.slice(graphemes.segment(value).containing(0)?.segment.length))
}
