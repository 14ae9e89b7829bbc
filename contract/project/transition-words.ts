import type { Text } from '../kit/text.ts'
import { type TransitionName, transitionNames, transitionOf } from './stages.ts'

/** Offices by the prefix of their transitions, to distinguish transitions that several offices have. */
const offices: readonly (readonly [string, Text])[] = [
  ['city', ['地市', 'city']],
  ['province', ['省级', 'province']],
  ['decide', ['评审', 'platform']],
  ['review', ['补充审核', 'further review']],
]

const wordsOf = (name: TransitionName): Text => {
  const { label } = transitionOf(name)
  const office = offices.find(([start]) => name.startsWith(start))?.[1]
  const isShared = (i: 0 | 1) =>
    transitionNames.some((other) => other !== name && transitionOf(other).label[i] === label[i])
  return [
    office && isShared(0) ? `${label[0]}（${office[0]}）` : label[0],
    office && isShared(1) ? `${label[1]} (${office[1]})` : label[1],
  ]
}

/** Labels of the transitions for places that do not display the stage: a list, the audit log. */
export const transitionWords: Readonly<Record<string, Text>> = Object.fromEntries(
  transitionNames.map((name) => [name, wordsOf(name)]),
)
