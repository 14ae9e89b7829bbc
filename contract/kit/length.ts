const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Maximum code units per segmentation: the cost of a segmenter grows with their square. */
const segmentLength = 1000

/** Length in visible characters (graphemes), not code units. */
export const lengthOf = (value: string): number => {
  if (value.length <= segmentLength) return [...graphemes.segment(value)].length
  // split at the start of a character well before the end of the segment, since the end may cut a character
  const at = graphemes.segment(value.slice(0, segmentLength)).containing(segmentLength - 100)?.index
  if (at) return lengthOf(value.slice(0, at)) + lengthOf(value.slice(at))
  // one character is longer than the segment: split where that character ends
  return 1 + lengthOf(value.slice(graphemes.segment(value).containing(0)?.segment.length))
}
