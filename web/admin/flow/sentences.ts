/** A sentence about a definition: of an element, or of the file as a whole if `at` is empty. */
export interface Sentence {
  readonly at: string
  readonly msg: string
}

/** Each sentence once: a list of them is keyed by what it says. */
export const distinctSentences = (all: readonly Sentence[]): readonly Sentence[] => [
  ...new Map(all.map((sentence) => [sentence.msg, sentence])).values(),
]
