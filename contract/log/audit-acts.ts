import type { Actions, AnyEntity } from '../kit/entity.ts'
import type { Text } from '../kit/text.ts'
import { partLabels } from '../project/part-labels.ts'
import { transitionWords } from '../project/transitions.ts'
import { auditVerbs } from './audit.ts'

/** Verbs of labels whose past tense follows no rule. */
const irregular: Readonly<Record<string, string>> = {
  Get: 'Got',
  Give: 'Gave',
  Reset: 'Reset',
  Send: 'Sent',
  Set: 'Set',
  Uphold: 'Upheld',
  Withdraw: 'Withdrew',
}

const pastOf = (verb: string): string => {
  const past = irregular[verb]
  if (past) return past
  const stem = verb.replace(/(e|ed)$/, '').replace(/([^aeo])y$/, '$1i')
  return `${stem.replace(/mit$|cel$/, (end) => end + end.slice(-1))}ed`
}

const inPastTense = (label: string): string =>
  label
    .replace(/(^| or | and )(\w+)/g, (_, before: string, verb: string) => `${before}${pastOf(verb)}`)
    .replace(' my ', ' own ')

/** What the log calls an action: its button says “Delete my draft”, the log “Deleted own draft”. */
export const actOf = ([zh, en]: Text): Text => [zh, inPastTense(en)]

const ownWords = new Map(auditVerbs.map(([verb, words]) => [verb, words]))

/** The words of an act whose name does not follow from the label of an action. */
export const ownWordsOf = (verb: string): Text | undefined => ownWords.get(verb)

const name = (verb: string, words: Text): void => {
  if (!auditVerbs.some(([existing]) => existing === verb)) auditVerbs.push([verb, words])
}

/** Adds what is derived to the choices of the log; only the log needs them, so not every page does this. */
export const nameActs = (entities: Readonly<Record<string, AnyEntity>>): void => {
  for (const { actions } of Object.values(entities))
    for (const [verb, { method, label, button }] of Object.entries(actions as Actions)) {
      const words = label ?? button?.label
      if (method === 'POST' && words) name(verb, actOf(words))
    }
  for (const [verb, words] of Object.entries(transitionWords)) name(verb, actOf(words))
  for (const [code, label] of Object.entries(partLabels))
    name(`save:${code}`, [`保存：${label[0]}`, `Saved: ${label[1]}`])
}
