import type { Choice } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { paperTypeOf, type TrialOfMany } from '#contract/project/moves-of-many.ts'
import { partLabels } from '#contract/project/part-labels.ts'
import type { Outcome } from '../crud/bulk/outcome.ts'

const placesOf = ({ answer }: Outcome): readonly string[] => (answer as TrialOfMany | null)?.places ?? []

const codes = Object.keys(partLabels)

const inOrder = (places: Iterable<string>): string[] => {
  const rank = (place: string) => {
    const type = paperTypeOf(place)
    return type === null ? codes.indexOf(place) : codes.length + Number(type)
  }
  return [...places].toSorted((one, other) => rank(one) - rank(other))
}

const paperLabel = (paper: string): Text => {
  const [chinese, english] = partLabels.material
  return [`${chinese}：${paper}`, `${english}: ${paper}`]
}

/** The places that one remark can be about, each with the number of declarations that lack it. */
export const placeChoices = (outcomes: readonly Outcome[], paperName: (type: string) => string): Choice[] => {
  const possible = outcomes.filter(({ done }) => done)
  return inOrder(new Set(possible.flatMap(placesOf))).map((place): Choice => {
    const type = paperTypeOf(place)
    const label = type === null ? partLabels[place as keyof typeof partLabels] : paperLabel(paperName(type))
    const lacking = possible.filter((one) => !placesOf(one).includes(place)).length
    return [place, lacking ? [`${label[0]}（${lacking} 件没有）`, `${label[1]} (not in ${lacking})`] : label]
  })
}

/** The outcomes of a check once a place is chosen: those that lack it cannot be returned with the others. */
export const withPlace = (outcomes: readonly Outcome[], place: string | null, lacks: string): Outcome[] =>
  outcomes.map((one) =>
    place && one.done && !placesOf(one).includes(place) ? { ...one, done: false, msg: lacks } : one,
  )
