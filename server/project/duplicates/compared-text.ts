import { fold } from '#contract/kit/fold.ts'
import type { Segment } from '#contract/project/duplicates.ts'

/** A text as it is compared: its folded letters and digits, each with the place in the text that it comes from. */
export interface ComparedText {
  readonly letters: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** A character with its combining marks. */
const character = /\P{M}\p{M}*/gu
const otherThanLetters = /[^\p{L}\p{N}]/gu

const lettersOf = (text: string): string => fold(text).replace(otherThanLetters, '')

/** The folded letters and digits of a text, without blanks and punctuation, which copies change first. */
export const comparedText = (text: string): ComparedText => {
  const known = new Map<string, string>()
  const starts: number[] = []
  const ends: number[] = []
  let letters = ''
  for (const { 0: one, index } of text.matchAll(character)) {
    const folded = known.get(one) ?? lettersOf(one)
    known.set(one, folded)
    letters += folded
    for (let i = 0; i < folded.length; i++) {
      starts.push(index)
      ends.push(index + one.length)
    }
  }
  return { letters, starts, ends }
}

/** All parts of this length that letters have, such as the pairs of a name. */
export const shinglesOf = (letters: string, size: number): string[] => {
  const shingles: string[] = []
  for (let i = 0; i + size <= letters.length; i++) shingles.push(letters.slice(i, i + size))
  return shingles
}

/** The shingles of texts, without those that are ignored. */
export const shingleSet = (
  texts: readonly string[],
  size: number,
  ignored: ReadonlySet<string> = new Set(),
): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => shinglesOf(comparedText(text).letters, size)).filter((one) => !ignored.has(one)))

/**
 * A text in pieces: the passages whose shingles the other text has too, and what is between them. Passages of less than two shingles'
 * length are chance.
 */
export const segmentsOf = (text: string, size: number, common: ReadonlySet<string>): Segment[] => {
  const { letters, starts, ends } = comparedText(text)
  const segments: Segment[] = []
  let done = 0
  const add = (until: number, isSame: boolean) => {
    if (until > done) segments.push({ text: text.slice(done, until), isSame })
    done = Math.max(done, until)
  }
  const close = (from: number, until: number) => {
    if (until - from < Math.min(2 * size, letters.length)) return
    add(starts[from] ?? 0, false)
    add(ends[until - 1] ?? 0, true)
  }
  let [from, until] = [0, 0]
  shinglesOf(letters, size).forEach((shingle, i) => {
    if (!common.has(shingle)) return
    if (i > until) {
      close(from, until)
      from = i
    }
    until = i + size
  })
  close(from, until)
  add(text.length, false)
  return segments
}
