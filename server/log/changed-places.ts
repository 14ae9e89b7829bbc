import { type Fields, split } from '#contract/kit/field.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { partOf } from '#contract/project/parts.ts'

/** The labels on the path to a place in a part; a row of a list has the label of the list. */
const labelPathOf = (fields: Fields, [name = '', ...rest]: readonly string[]): Text[] => {
  const field = fields[name]
  if (!field) return []
  return [field.label, ...labelPathOf(field.fields ?? {}, field.kind === 'many' ? rest.slice(1) : rest)]
}

/** The places changed by a save of a part, as labels; `verb` is `save:<part>` (server/project/draft/stored-parts.ts). */
export const describePlaces = (verb: string, places: string, lang: Lang): string => {
  const fields = partOf(verb.replace('save:', ''))?.fields ?? {}
  const labels = split(places).map((at) => {
    const trail = labelPathOf(fields, at.split('.')).map((label) => localize(label, lang))
    return trail.join(' › ') || at
  })
  return [...new Set(labels)].join(localize(['、', ', '], lang))
}
