import { localName, type Tag, tagsFrom } from './xml-tags.ts'

/** A file as its process and its drawing: what is wrong in one says nothing about the other. */
export interface FileParts {
  /** The text without its diagrams; every other character is where it was. */
  readonly process: string
  /** A file of its own with the diagrams; null without one. */
  readonly drawing: string | null
}

interface Range {
  readonly start: number
  readonly end: number
}

/** The first tag, and the diagrams inside it. */
const findDiagrams = (xml: string): { readonly root: Tag | null; readonly diagrams: readonly Range[] } => {
  let root: Tag | null = null
  let depth = 0
  let start = -1
  const diagrams: Range[] = []
  for (const tag of tagsFrom(xml, 0)) {
    root ??= tag
    if (tag.kind === 'close') depth--
    if (depth === 1 && localName(tag) === 'BPMNDiagram') {
      if (tag.kind === 'open') start = tag.start
      else diagrams.push({ start: tag.kind === 'empty' ? tag.start : start, end: tag.end })
    }
    if (tag.kind === 'open') depth++
  }
  return { root, diagrams: diagrams.filter((range) => range.start >= 0) }
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

export const partsOf = (xml: string): FileParts => {
  const { root, diagrams } = findDiagrams(xml)
  if (!root || diagrams.length === 0) return { process: xml, drawing: null }
  let process = ''
  let from = 0
  for (const { start, end } of diagrams) {
    process += xml.slice(from, start) + blank(xml.slice(start, end))
    from = end
  }
  const contents = diagrams.map(({ start, end }) => xml.slice(start, end)).join('\n')
  return {
    process: process + xml.slice(from),
    drawing: `${xml.slice(root.start, root.end)}\n${contents}\n</${root.name}>`,
  }
}
